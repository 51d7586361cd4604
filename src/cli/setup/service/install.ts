import { dirname } from 'node:path'
import { fail, ok, type Result } from '../../../std/result.ts'
import type { Disk } from '../../../system/disk.ts'
import { writeDurably } from '../../../system/durable.ts'
import { MARK, type ServiceDefinition } from './definition.ts'

/** What happened to the file; `same` when it already had this text. */
export type Installed = 'written' | 'replaced' | 'same'

/** Writes the file; fails if another program wrote it. */
export async function installService(
  disk: Disk,
  { path, text }: ServiceDefinition,
): Promise<Result<Installed, 'not-ours'>> {
  const before = await disk.read(path)
  if (before === text) return ok('same')
  if (before !== null && !before.includes(MARK)) return fail('not-ours')
  await disk.makeDirectory(dirname(path))
  await writeDurably(disk, path, text)
  return ok(before === null ? 'written' : 'replaced')
}

/** Removes the file; fails if another program wrote it. */
export async function uninstallService(
  disk: Disk,
  { path, enabledBy }: ServiceDefinition,
): Promise<Result<'removed' | 'absent', 'not-ours'>> {
  const before = await disk.read(path)
  if (before === null) return ok('absent')
  if (!before.includes(MARK)) return fail('not-ours')
  for (const each of [...enabledBy, path]) await disk.remove(each)
  return ok('removed')
}
