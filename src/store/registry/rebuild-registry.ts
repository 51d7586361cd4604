import type { LoopState } from '../../loop/state.ts'
import { isOpen } from '../../loop/status.ts'
import type { Disk } from '../../system/disk.ts'
import { peekLoop } from '../journal/read-state.ts'
import { type Layout, loopPaths, loopsOf } from '../layout.ts'
import { archivedLoops } from './archive.ts'
import { entryFrom } from './read-registry.ts'
import { emptyRegistry, type Registry, type RegistryEntry, withEntry } from './registry-document.ts'
import { entryFor } from './registry-entry.ts'

/** The process that drove it is unknown, so it counts as interrupted until a process writes otherwise. */
const NOBODY = { pid: 0, started: '', boot: '', kind: 'foreground' } as const

/** Rebuilds the registry from the loops, when its file cannot be read. */
export async function remakeRegistry(disk: Disk, layout: Layout, at: string): Promise<Registry> {
  const { loops: ended } = await archivedLoops(disk, layout)
  const known = new Set(ended.map(({ loop_id }) => loop_id))
  const ids = (await disk.list(loopsOf(layout))).filter(id => !known.has(id))
  const open = (await Promise.all(ids.map(id => entryOf(disk, layout, id)))).filter(entry => entry !== null)
  return [...ended.toReversed(), ...open].reduce((registry, entry) => withEntry(registry, entry), emptyRegistry(at))
}

async function entryOf(disk: Disk, layout: Layout, id: string): Promise<RegistryEntry | null> {
  const paths = loopPaths(layout, id)
  const pulse = entryFrom(await disk.read(paths.pulse))
  if (pulse?.loop_id === id && isOpen(pulse.status)) return pulse
  // A damaged journal is reported when that loop is opened.
  const state: LoopState | null = await peekLoop(disk, paths).catch(() => null)
  return state && entryFor(state, NOBODY, paths)
}
