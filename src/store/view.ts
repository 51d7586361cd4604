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
  await disk.makeDirectory(paths.viewDirectory)
  const ignore = join(layout.view, '.gitignore')
  if ((await disk.read(ignore)) === null) await writeDurably(disk, ignore, '*\n')
  await writeDurably(disk, paths.viewState, formatJson(stateDocument(state)))
  await writeDurably(disk, paths.viewProgress, progressMarkdown(state))
  await disk.symlink(paths.journal, paths.viewJournal)
  await disk.symlink(paths.iterations, paths.viewIterations)
}

export async function writeRegistryView(disk: Disk, layout: Layout, registry: Registry): Promise<void> {
  await disk.makeDirectory(layout.view)
  await writeDurably(disk, join(layout.view, 'registry.json'), formatJson(registry))
}
