import { type Layout, layoutOf } from '../../store/layout.ts'
import {
  activeElsewhere,
  type Overview,
  readOverview,
  type SeenLoop,
  withDamage,
} from '../../store/registry/overview.ts'
import type { RegistryEntry } from '../../store/registry/registry-document.ts'
import { nodeDisk } from '../../system/disk.ts'
import { treeOf } from '../../system/tree.ts'
import { findSetting } from '../settings/find-setting.ts'
import type { RequestContext } from './context.ts'

type Here = Pick<RequestContext, 'cwd' | 'env' | 'given'>

/** The loops of this project, for commands that only look. */
export async function overviewOf(context: Here): Promise<Overview> {
  return readOverview(nodeDisk('private'), await layoutHere(context))
}

/** The state directory that was asked for; null for the usual one. */
export const stateDirectoryHere = ({ given, env, cwd }: Here): Promise<string | null> =>
  findSetting('state-dir', given, env, treeOf(cwd))

/** Where this project keeps its loops. */
export async function layoutHere(context: Here): Promise<Layout> {
  return layoutOf(context.env, treeOf(context.cwd), await stateDirectoryHere(context))
}

/** The active loops of this user's other projects. Unreadable ones are reported and do not hide others. */
export async function loopsElsewhere(context: RequestContext): Promise<readonly SeenLoop[]> {
  const layout = await layoutHere(context)
  const { active, damaged } = await activeElsewhere(nodeDisk('private'), layout.home, layout)
  for (const message of damaged) context.err(`agent-loop: ${message}`)
  return active
}

/** Loops of this project with what is wrong with their journals, for commands that show them. */
export async function examined(context: Here, loops: readonly SeenLoop[]): Promise<readonly SeenLoop[]> {
  const [disk, layout] = [nodeDisk('private'), await layoutHere(context)]
  return await Promise.all(loops.map(loop => withDamage(disk, layout, loop)))
}

/** Every ended loop of that project, newest first. Unreadable ones are reported and do not hide others. */
export async function archivedHere(context: RequestContext): Promise<readonly RegistryEntry[]> {
  const { archivedLoops } = await import('../../store/registry/archive.ts')
  const { loops, damaged } = await archivedLoops(nodeDisk('private'), await layoutHere(context))
  for (const path of damaged) context.err(`agent-loop: ${path} is damaged and was skipped`)
  return loops
}
