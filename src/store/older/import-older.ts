import type { Disk } from '../../system/disk.ts'
import { makeDirectoryDurably } from '../../system/durable.ts'
import type { Layout } from '../layout.ts'
import { archiveLoop } from '../registry/archive.ts'
import type { RegistryEntry } from '../registry/registry-document.ts'
import { findOlderLoops } from './find-older.ts'

/** Lists the loops of earlier tools among our past ones. Their files stay as they are; to do it twice changes nothing. */
export async function importOlder(disk: Disk, layout: Layout, tree: string): Promise<readonly RegistryEntry[]> {
  const { loops } = await findOlderLoops(disk, layout, tree)
  const fresh = loops.filter(({ known }) => !known).map(({ entry }) => entry)
  if (fresh.length > 0) await makeDirectoryDurably(disk, layout.archive)
  for (const entry of fresh) await archiveLoop(disk, layout, entry)
  return fresh
}
