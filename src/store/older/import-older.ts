import type { Disk } from '../../system/disk.ts'
import { makeDirectoryDurably } from '../../system/durable.ts'
import type { Layout } from '../layout.ts'
import { archiveLoop } from '../registry/archive.ts'
import type { RegistryEntry } from '../registry/registry-document.ts'
import { findOlderLoops } from './find-older.ts'

/** Adds the loops of earlier tools to the archive. Their files stay unchanged. Idempotent. */
export async function importOlder(disk: Disk, layout: Layout, tree: string): Promise<readonly RegistryEntry[]> {
  const { loops } = await findOlderLoops(disk, layout, tree)
  const fresh = loops.filter(({ known }) => !known).map(({ entry }) => entry)
  if (fresh.length > 0) await makeDirectoryDurably(disk, layout.archive)
  for (const entry of fresh) await archiveLoop(disk, layout, entry)
  return fresh
}
