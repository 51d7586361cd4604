import { dirname, join } from 'node:path'
import type { LoopState } from '../../loop/state.ts'
import type { Disk } from '../../system/disk.ts'
import { replaceFile, writeDurably } from '../../system/durable.ts'
import type { Layout, LoopPaths } from '../layout.ts'
import type { Registry } from '../registry/registry-document.ts'
import type { Chronicle } from './chronicle.ts'
import { formatJson } from './format-json.ts'
import { progressMarkdown } from './progress.ts'
import { stateDocument } from './state-document.ts'

/** What stands in the project: made from the truth, so it may be deleted, and nothing here is ever believed. */
interface StateView {
  show(state: LoopState, chronicle: Chronicle, registry: Registry): Promise<void>
}

export function viewOf(disk: Disk, layout: Layout, paths: LoopPaths): StateView {
  const put = changedFiles(disk)
  return {
    async show(state, chronicle, registry) {
      // A tree that was moved away must not come back as an empty one that holds nothing but us.
      if (!(await disk.exists(state.spec.tree))) throw new Error(`${state.spec.tree} is gone`)
      // During a turn nothing of this changes but by somebody else's hand; that is mended when the turn is closed.
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

/** Writes only what is not there as it should be. Nobody waits for the disk but at the end: the next save makes it again. */
function changedFiles(disk: Disk): (path: string, text: string, durably: boolean) => Promise<void> {
  const written = new Map<string, { readonly text: string; readonly stamp: string | null }>()
  return async (path, text, durably) => {
    const known = written.get(path)
    if (known?.text === text && known.stamp !== null && known.stamp === (await disk.stamp(path))) return
    await (durably ? writeDurably : replaceFile)(disk, path, text).catch(async () => {
      // Whoever removed our folder gets it back, once.
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

/** Hides the view from git, but never a folder in which others keep files too. */
async function ignoreOurselves(disk: Disk, layout: Layout): Promise<void> {
  const names = await disk.list(layout.view)
  if (names.includes('.gitignore') || !names.every(name => OURS.has(name))) return
  await replaceFile(disk, join(layout.view, '.gitignore'), '*\n')
}
