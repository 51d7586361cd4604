import { copyFileSync, mkdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Environment } from '../../system/shell.ts'
import { minitestTests } from '../canary/planters.ts'
import { joined, type SwitchedRun } from '../ids/test-ids-plan.ts'
import type { Tool } from '../tool.ts'
import { minitest as minitestOutput } from './read.ts'

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

// Minitest looks for plugins wherever Ruby looks for files.
function minitestSwitches({ env, plugins, preloads }: SwitchedRun): Environment {
  mkdirSync(join(plugins, 'minitest'))
  for (const [file, folder] of [
    ['agent_loop_evidence.rb', ''],
    ['agent_loop_evidence_plugin.rb', 'minitest'],
  ] as const)
    copyFileSync(join(preloads, file), join(plugins, folder, file))
  return { RUBYLIB: joined(delimiter, plugins, env['RUBYLIB']) }
}
