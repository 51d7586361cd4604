import { dirname } from 'node:path'
import type { Disk } from './disk.ts'

/** A unique name; without the crypto module, whose loading takes a tenth of the time of a hook. */
const temporaryBeside = (path: string): string => `${path}.${Math.random().toString(36).slice(2, 14)}.tmp`

/** Replaces a file so that a reader, also after a power cut, sees the old bytes or the new ones and nothing else. */
export async function writeDurably(disk: Disk, path: string, data: string | Uint8Array): Promise<void> {
  const temporary = temporaryBeside(path)
  try {
    await disk.write(temporary, data)
    await disk.sync(temporary)
    await disk.rename(temporary, path)
  } catch (error) {
    await disk.remove(temporary).catch(() => {})
    throw error
  }
  await disk.sync(dirname(path))
}

/** The same for readers, but a power cut may lose or tear the file: for files that are rebuilt from the journal. */
export async function replaceFile(disk: Disk, path: string, data: string): Promise<void> {
  const temporary = temporaryBeside(path)
  try {
    await disk.write(temporary, data)
    await disk.rename(temporary, path)
  } catch (error) {
    await disk.remove(temporary).catch(() => {})
    throw error
  }
}

/** Creates a directory whose name survives a power cut: each new level is synced into its parent. */
export async function makeDirectoryDurably(disk: Disk, path: string): Promise<void> {
  const first = await disk.makeDirectory(path)
  if (first === null) return
  for (let level = path; level.length >= first.length; level = dirname(level)) await disk.sync(dirname(level))
}
