import { javaScriptTests } from '../canary/planters.ts'
import { configModule, dataFile } from '../protection/file-names.ts'
import type { Tool } from '../tool.ts'
import { ava as avaOutput } from './read.ts'

export const ava: Tool = {
  name: 'ava',
  kind: 'test-runner',
  commands: {
    programs: 'ava',
    measures: String.raw`--coverage\b`,
    usual: 'npx ava',
    sign: /(?:^|[\s/&;])ava\b/,
    hazards: { 'never-ends': /\bava\b.*\s-w(\s|$)/ },
    settings: { files: String.raw`ava\.config` },
  },
  readers: [avaOutput],
  ids: { preload: true },
  canary: { tests: javaScriptTests },
  protection: {
    files: { config: [dataFile('ava'), configModule('ava')] },
    detection: { names: ['ava'] },
    packages: ['ava'],
    libraries: ['ava'],
    preparation: { files: /(?:^|\/)ava[\w.-]*\.\w+$/, section: 'ava' },
    scripts: ['ava'],
  },
}
