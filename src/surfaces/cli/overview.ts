import { nodeDisk } from '../../host/disk.ts'
import { treeOf } from '../../host/tree.ts'
import { findSetting } from '../../settings/load.ts'
import { layoutOf } from '../../store/layout.ts'
import { type Overview, readOverview } from '../../store/overview.ts'
import type { CommandContext, Flag } from './command.ts'

export const STATE_DIR_FLAG: Readonly<Record<string, Flag>> = {
  'state-dir': { takes: 'text', says: 'where the project keeps its view of the loops (.aiwg/ralph)' },
}

/** The loops of the project that a person stands in, for commands that only look: without the rooms that run loops. */
export async function overviewOf({ flags, env, cwd }: CommandContext): Promise<Overview> {
  const tree = treeOf(cwd)
  const given = flags.text('state-dir')
  const stateDirectory = await findSetting('state-dir', given === undefined ? {} : { 'state-dir': given }, env, tree)
  return readOverview(nodeDisk('private'), layoutOf(env, tree, stateDirectory))
}
