import { dirname } from 'node:path'
import type { Disk } from './disk.ts'

/** Nobody else's; not by the crypto module, whose loading would be a tenth of what a hook costs. */
const temporaryBeside = (path: string): string => `${path}.${Math.random().toString(36).slice(2, 14)}.tmp`

/** Replaces a file so that a reader, or a machine that lost power, sees the old bytes or the new ones and nothing else. */
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

/** The same for a reader, but a power cut may take it or leave half of it: for what is made again from the truth. */
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

/** Makes a directory whose name survives a power cut: each new level is synced into its parent. */
export async function makeDirectoryDurably(disk: Disk, path: string): Promise<void> {
  const first = await disk.makeDirectory(path)
  if (first === null) return
  for (let level = path; level.length >= first.length; level = dirname(level)) await disk.sync(dirname(level))
}
