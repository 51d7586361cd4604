import { readFile, stat } from 'node:fs/promises'

// File systems round times; a second is more than any of them does.
const ROUNDING_MS = 1_000

/** A file's text if it was written since then; null when it is older or not there. */
export async function readFresh(path: string, since: number): Promise<string | null> {
  const file = await stat(path).catch(() => null)
  if (!file?.isFile() || file.mtimeMs < since - ROUNDING_MS) return null
  return readFile(path, 'utf8')
}
