import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lstatOrNull } from './file-stat.ts'
import { systemProblem } from './problems.ts'

/** Bytes stored under their own digest. */
export interface Blobs {
  /** Stores the bytes and returns their sha256; equal bytes are stored once. */
  put(bytes: Uint8Array): string
  /** Null when they are missing or do not match the digest: a torn or edited blob is as good as none. */
  get(digest: string): Uint8Array | null
}

export const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')

/** Not synced one by one: reading detects a blob that a power cut tore, and the next `put` replaces it. */
export function folderBlobs(folder: string): Blobs {
  const placeOf = (digest: string): string => join(folder, digest.slice(0, 2), digest.slice(2))
  return {
    put(bytes) {
      const digest = sha256(bytes)
      const place = placeOf(digest)
      if (sizeOf(place) !== bytes.byteLength) keep(place, join(folder, digest.slice(0, 2)), bytes)
      return digest
    },
    get(digest) {
      if (!/^[0-9a-f]{64}$/.test(digest)) return null
      try {
        const bytes = readFileSync(placeOf(digest))
        return sha256(bytes) === digest ? bytes : null
      } catch {
        return null
      }
    },
  }
}

function keep(place: string, folder: string, bytes: Uint8Array): void {
  const temporary = `${place}.${randomBytes(6).toString('hex')}.tmp`
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(temporary, bytes, { mode: 0o600, flag: 'wx' })
    renameSync(temporary, place)
  } catch (error) {
    discard(temporary)
    throw systemProblem(
      'path-unusable',
      { path: folder, because: error instanceof Error ? error.message : String(error) },
      error,
    )
  }
}

function sizeOf(path: string): number {
  const stat = lstatOrNull(path)
  return stat?.isFile() ? Number(stat.size) : -1
}

function discard(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // The original error is reported.
  }
}
