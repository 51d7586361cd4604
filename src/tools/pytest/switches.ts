import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Environment } from '../../system/shell.ts'
import { joined, type SwitchedRun } from '../ids/test-ids-plan.ts'

// A Python that does not look at PYTHONPATH finds no plugin, which does no harm; naming the plugin to it would.
export function pytestSwitches({ env, plugins, preloads }: SwitchedRun): Environment {
  copyFileSync(join(preloads, 'agent_loop_evidence.py'), join(plugins, 'agent_loop_evidence.py'))
  const info = join(plugins, 'agent_loop_evidence-1.dist-info')
  mkdirSync(info)
  writeFileSync(join(info, 'METADATA'), 'Metadata-Version: 2.1\nName: agent-loop-evidence\nVersion: 1\n')
  writeFileSync(join(info, 'entry_points.txt'), '[pytest11]\nagent_loop_evidence = agent_loop_evidence\n')
  return { PYTHONPATH: joined(delimiter, plugins, env['PYTHONPATH']) }
}
