import { dirname, join } from 'node:path'
import type { LoopState } from '../../loop/state.ts'
import type { Disk } from '../../system/disk.ts'
import { replaceFile, writeDurably } from '../../system/durable.ts'
import { formatJson } from '../format-json.ts'
import type { Layout, LoopPaths } from '../layout.ts'
import type { Registry } from '../registry/registry-document.ts'
import type { Chronicle } from './chronicle.ts'
import { progressMarkdown } from './progress.ts'
import { stateDocument } from './state-document.ts'

/** The files in the project. They are derived from the private store, so they may be deleted, and are never read for a decision. */
interface StateView {
  show(state: LoopState, chronicle: Chronicle, registry: Registry): Promise<void>
}

export function viewOf(disk: Disk, layout: Layout, paths: LoopPaths): StateView {
  const put = changedFiles(disk)
  return {
    async show(state, chronicle, registry) {
      // Writing must not recreate a tree that was moved away.
      if (!(await disk.exists(state.spec.tree))) throw new Error(`${state.spec.tree} no longer exists`)
      // During a turn only others change these folders. They are restored when the turn is closed.
      if (state.phase !== 'in-turn' && state.phase !== 'closing') await createViewFolders(disk, layout, paths)
      const last = state.outcome !== null
      await Promise.all([
        put(paths.viewState, formatJson(stateDocument(state)), last),
        put(paths.viewProgress, progressMarkdown(state, chronicle.findings), last),
        put(join(layout.view, 'registry.json'), formatJson(registry), last),
      ])
    },
  }
}

/** Writes only files that changed. Durable only at the end: otherwise the next save writes them again. */
function changedFiles(disk: Disk): (path: string, text: string, durably: boolean) => Promise<void> {
  const written = new Map<string, { readonly text: string; readonly stamp: string | null }>()
  return async (path, text, durably) => {
    const known = written.get(path)
    if (known?.text === text && known.stamp !== null && known.stamp === (await disk.stamp(path))) return
    await (durably ? writeDurably : replaceFile)(disk, path, text).catch(async () => {
      // The folder may have been removed: create it again, once.
      await disk.makeDirectory(dirname(path))
      await replaceFile(disk, path, text)
    })
    written.set(path, { text, stamp: await disk.stamp(path) })
  }
}

async function createViewFolders(disk: Disk, layout: Layout, paths: LoopPaths): Promise<void> {
  await disk.makeDirectory(paths.viewDirectory)
  await ignoreOurselves(disk, layout)
  for (const [path, target] of paths.viewLinks) await disk.symlink(target, path)
}

const OURS = new Set(['registry.json', 'loops', 'archive', 'reflections'])

/** Hides the state view from git, unless the folder also has files of others. */
async function ignoreOurselves(disk: Disk, layout: Layout): Promise<void> {
  const names = await disk.list(layout.view)
  if (names.includes('.gitignore') || !names.every(name => OURS.has(name))) return
  await replaceFile(disk, join(layout.view, '.gitignore'), '*\n')
}
