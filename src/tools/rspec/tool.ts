import { rspecTests } from '../canary/planters.ts'
import type { Tool } from '../tool.ts'
import { rspec as rspecOutput } from './read.ts'
import { rspecSwitches } from './switches.ts'

export const rspec: Tool = {
  name: 'rspec',
  kind: 'test-runner',
  commands: {
    programs: 'rspec',
    usual: 'rspec',
    sign: /\brspec\b/,
    settings: { files: String.raw`\.rspec|spec_helper|rails_helper` },
  },
  readers: [rspecOutput],
  ids: { switches: rspecSwitches },
  canary: { tests: rspecTests },
  protection: {
    files: { autoLoaded: [/^\.rspec(?:\.\w+)?$/, /^spec_helpers?\.(?:rb|lua)$/] },
    caches: ['.rspec_status'],
    detection: { names: ['rspec'], variables: ['RSPEC_\\w+'], constants: ['RSpec'] },
    packages: ['rspec.*'],
    outside: { home: ['.rspec', '.config/rspec/options'], above: ['.rspec'] },
    flagFiles: /(?:^|\/)\.rspec$/,
    retriesInCode: [
      {
        languages: /^ruby$/,
        pattern:
          /\b(?:it|describe|context|scenario|specify)\b[^\n]*,\s*:?retry(?::|\s*=>)\s*\d+|\bdefault_retry_count\s*=\s*\d+/g,
      },
    ],
  },
}
