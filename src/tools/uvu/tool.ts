import { configModule } from '../protection/file-names.ts'
import type { Tool } from '../tool.ts'
import { uvuTests } from './plant.ts'
import { uvu as uvuOutput } from './read.ts'

export const uvu: Tool = {
  name: 'uvu',
  kind: 'test-runner',
  commands: {
    programs: 'uvu',
    usual: 'npx uvu',
    sign: /(?:^|[\s/&;])uvu\b/,
    settings: { files: String.raw`uvu\.config` },
  },
  readers: [uvuOutput],
  ids: { preload: true, tellsOnly: true },
  canary: { tests: uvuTests },
  protection: {
    files: { config: [configModule('uvu')] },
    packages: ['uvu'],
    libraries: ['uvu(?:/assert)?'],
    detection: { names: ['uvu'] },
  },
}
