import { minitestTests } from '../canary/planters.ts'
import type { Tool } from '../tool.ts'
import { minitest as minitestOutput } from './read.ts'
import { minitestSwitches } from './switches.ts'

export const minitest: Tool = {
  name: 'minitest',
  kind: 'test-runner',
  commands: {
    programs: 'minitest',
    starts: String.raw`minitest|ruby -I\s?\S* \S*test\S*`,
    sign: /\brails test\b|\brake test\b/,
    settings: { files: String.raw`test_helper\.rb` },
  },
  readers: [minitestOutput],
  ids: { switches: minitestSwitches },
  canary: { tests: minitestTests },
  protection: {
    files: { autoLoaded: [/^test_helper\.(?:rb|lua)$/] },
    detection: { names: ['minitest'], constants: ['Minitest', 'MiniTest', 'Test::Unit'] },
  },
}
