import { join } from 'node:path'
import type { Environment } from '../../system/shell.ts'
import { joined, type SwitchedRun } from '../ids/test-ids-plan.ts'

export function rspecSwitches({ env, preloads }: SwitchedRun): Environment {
  const listener = join(preloads, 'agent_loop_evidence.rb')
  return { SPEC_OPTS: joined(' ', `-r ${listener.replaceAll(/[^\w/.-]/g, '\\$&')}`, env['SPEC_OPTS']) }
}
