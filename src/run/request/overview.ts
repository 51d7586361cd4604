import { type Layout, layoutOf } from '../../store/layout.ts'
import { activeElsewhere, type Overview, readOverview } from '../../store/registry/overview.ts'
import type { RegistryEntry } from '../../store/registry/registry-document.ts'
import { nodeDisk } from '../../system/disk.ts'
import { treeOf } from '../../system/tree.ts'
import { findSetting } from '../settings/find-setting.ts'
import type { CommandContext, Flag } from './command.ts'

export const STATE_DIR_FLAG: Readonly<Record<string, Flag>> = {
  'state-dir': { takes: 'text', says: 'where the project keeps its view of the loops (.aiwg/ralph)' },
}

/** The loops of the project that a person stands in, for commands that only look: without the rooms that run loops. */
export async function overviewOf(context: CommandContext): Promise<Overview> {
  return readOverview(nodeDisk('private'), await layoutHere(context))
}

/** Where the project that a person stands in keeps its loops. */
export async function layoutHere({ flags, env, cwd }: CommandContext): Promise<Layout> {
  const tree = treeOf(cwd)
  const given = flags.text('state-dir')
  const stateDirectory = await findSetting('state-dir', given === undefined ? {} : { 'state-dir': given }, env, tree)
  return layoutOf(env, tree, stateDirectory)
}

/** The active loops of this user's other projects; what cannot be read is said and hides no other. */
export async function loopsElsewhere(context: CommandContext): Promise<readonly RegistryEntry[]> {
  const layout = await layoutHere(context)
  const { active, damaged } = await activeElsewhere(nodeDisk('private'), layout.home, layout)
  for (const message of damaged) context.err(`agent-loop: ${message}`)
  return active
}

/** Every loop of that project that has ended, newest first; what cannot be read is said and hides no other. */
export async function archivedHere(context: CommandContext): Promise<readonly RegistryEntry[]> {
  const { archivedLoops } = await import('../../store/registry/archive.ts')
  const { loops, damaged } = await archivedLoops(nodeDisk('private'), await layoutHere(context))
  for (const path of damaged) context.err(`agent-loop: ${path} is damaged and left out`)
  return loops
}
