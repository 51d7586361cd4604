import { daemonPaths } from '../../store/layout.ts'
import { nodeDisk } from '../../system/disk.ts'
import type { Environment } from '../../system/shell.ts'
import { stateHome } from '../../system/state-home.ts'
import { readRecord } from './record.ts'

/** Why background loops stand still, when their daemon does not come back by itself; null when it would. */
export async function daemonTrouble(env: Environment): Promise<string | null> {
  const { record, log } = daemonPaths(stateHome(env))
  const found = await readRecord(nodeDisk('private'), record)
  if (found?.state !== 'gave-up') return null
  return `The daemon of your background loops died ${found.strikes} times in a row and is not begun again; see ${log}. agent-loop resume <id> tries again.`
}
