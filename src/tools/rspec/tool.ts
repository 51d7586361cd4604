import { join } from 'node:path'
import type { Environment } from '../../system/shell.ts'
import { rspecTests } from '../canary/planters.ts'
import { joined, type SwitchedRun } from '../ids/test-ids-plan.ts'
import type { Tool } from '../tool.ts'
import { rspec as rspecOutput } from './read.ts'

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

function rspecSwitches({ env, preloads }: SwitchedRun): Environment {
  const listener = join(preloads, 'agent_loop_evidence.rb')
  return { SPEC_OPTS: joined(' ', `-r ${listener.replaceAll(/[^\w/.-]/g, '\\$&')}`, env['SPEC_OPTS']) }
}
