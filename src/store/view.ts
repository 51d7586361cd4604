import { join } from 'node:path'
import type { Disk } from '../host/disk.ts'
import { writeDurably } from '../host/durable.ts'
import type { LoopState } from '../loop/state.ts'
import { formatJson } from './format-json.ts'
import type { Layout, LoopPaths } from './layout.ts'
import { progressMarkdown } from './progress.ts'
import type { Registry } from './registry-document.ts'
import { stateDocument } from './state-document.ts'

/** What stands in the project: made from the truth each time, so it may be deleted, and nothing here is ever believed. */
export async function writeView(disk: Disk, layout: Layout, paths: LoopPaths, state: LoopState): Promise<void> {
  // A tree that was moved away must not come back as an empty one that holds nothing but us.
  if (!(await disk.exists(state.spec.tree))) throw new Error(`${state.spec.tree} is gone`)
  await disk.makeDirectory(paths.viewDirectory)
  await ignoreOurselves(disk, layout)
  await writeDurably(disk, paths.viewState, formatJson(stateDocument(state)))
  await writeDurably(disk, paths.viewProgress, progressMarkdown(state))
  await disk.symlink(paths.journal, paths.viewJournal)
  await disk.symlink(paths.iterations, paths.viewIterations)
}

export async function writeRegistryView(disk: Disk, layout: Layout, registry: Registry): Promise<void> {
  await disk.makeDirectory(layout.view)
  await writeDurably(disk, join(layout.view, 'registry.json'), formatJson(registry))
}

const OURS = new Set(['registry.json', 'loops', 'archive', 'reflections'])

/** Hides the view from git, but never a folder in which others keep files too. */
async function ignoreOurselves(disk: Disk, layout: Layout): Promise<void> {
  const names = await disk.list(layout.view)
  if (names.includes('.gitignore') || !names.every(name => OURS.has(name))) return
  await writeDurably(disk, join(layout.view, '.gitignore'), '*\n')
}
