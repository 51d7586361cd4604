import { join } from 'node:path'
import type { Disk } from '../../system/disk.ts'
import { readPlainFile } from '../../system/read-plain-file.ts'
import { archiveFile, type Layout, loopFiles } from '../layout.ts'
import type { RegistryEntry } from '../registry/registry-document.ts'
import { readOlder } from './read-older.ts'

export interface OlderLoops {
  readonly loops: readonly { readonly entry: RegistryEntry; readonly known: boolean }[]
  readonly unreadable: readonly { readonly path: string; readonly why: string }[]
}

/** Where earlier tools kept their loops below `.aiwg`, and the names of the files. */
const ROOTS = ['ralph', 'ralph-external'] as const
const SINGLE = ['current-loop.json', 'session-state.json'] as const
const STATES = ['state.json', 'session-state.json'] as const

/** The loops that earlier tools left in a project. Read and never written. */
export async function findOlderLoops(disk: Disk, layout: Layout, tree: string): Promise<OlderLoops> {
  const loops: { entry: RegistryEntry; known: boolean }[] = []
  const unreadable: { path: string; why: string }[] = []
  for (const { path, id } of await candidates(disk, tree)) {
    // A folder with the name of one of our loops is the state view of that loop.
    if (id !== null && (await disk.exists(loopFiles(layout, id).journal))) continue
    const text = await readPlainFile(tree, path)
    if (!text.ok) {
      if (text.error !== 'is missing') unreadable.push({ path, why: text.error })
      continue
    }
    const entry = readOlder(text.value, { path, id, tree })
    if (entry === null) unreadable.push({ path, why: 'is not a loop that agent-loop can read' })
    else loops.push({ entry, known: await disk.exists(archiveFile(layout, entry.loop_id)) })
  }
  return { loops, unreadable }
}

/** Every file that may hold a loop; the name of its folder where that names it. */
async function candidates(disk: Disk, tree: string): Promise<readonly { path: string; id: string | null }[]> {
  const found: { path: string; id: string | null }[] = []
  for (const root of ROOTS.map(name => join(tree, '.aiwg', name))) {
    const names = await namesIn(disk, root)
    found.push(...SINGLE.filter(name => names.includes(name)).map(name => ({ path: join(root, name), id: null })))
    for (const folder of [root, join(root, 'loops')])
      for (const id of await namesIn(disk, folder)) {
        const inside = await namesIn(disk, join(folder, id))
        const state = STATES.find(name => inside.includes(name))
        if (state !== undefined) found.push({ path: join(folder, id, state), id })
      }
  }
  return found
}

/** Names in a folder; none where it is a file. */
const namesIn = (disk: Disk, folder: string): Promise<string[]> => disk.list(folder).catch(() => [])
