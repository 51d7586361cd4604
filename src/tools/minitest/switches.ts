import { copyFileSync, mkdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Environment } from '../../system/shell.ts'
import { joined, type SwitchedRun } from '../ids/test-ids-plan.ts'

// Minitest looks for plugins wherever Ruby looks for files.
export function minitestSwitches({ env, plugins, preloads }: SwitchedRun): Environment {
  mkdirSync(join(plugins, 'minitest'))
  for (const [file, folder] of [
    ['agent_loop_evidence.rb', ''],
    ['agent_loop_evidence_plugin.rb', 'minitest'],
  ] as const)
    copyFileSync(join(preloads, file), join(plugins, folder, file))
  return { RUBYLIB: joined(delimiter, plugins, env['RUBYLIB']) }
}
