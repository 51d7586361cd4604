import { createHash } from 'node:crypto'
import { closeSync, openSync, readFileSync, readlinkSync, readSync, realpathSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { sha256 } from '../../../system/blobs.ts'
import { lstatOrNull, statOrNull } from '../../../system/file-stat.ts'
import type { PlaceState } from '../seal.ts'

/** File times have a resolution: a file that changed just before the seal may change again within the same step. */
const RACY_MS = 2_000

/** The state of a path of the tree, without reading its content; null when nothing is there. */
export function placeState(tree: string, path: string): PlaceState | null {
  const full = join(tree, path)
  const stat = lstatOrNull(full)
  if (!stat) return null
  const isLink = stat.isSymbolicLink()
  const behind = isLink ? statOrNull(full) : null
  return {
    type: isLink ? 'symlink' : stat.isFile() ? 'file' : stat.isDirectory() ? 'folder' : 'other',
    target: isLink ? readlinkSync(full) : null,
    exec: ((behind ?? stat).mode & 0o111n) !== 0n,
    stamp: behind ? `${stampOf(stat)} ${stampOf(behind)}` : stampOf(stat),
    changedMs: Number(behind && behind.ctimeMs > stat.ctimeMs ? behind.ctimeMs : stat.ctimeMs),
    through: through(tree, path),
  }
}

interface Times {
  readonly ino: bigint
  readonly size: bigint
  readonly mode: bigint
  readonly mtimeNs: bigint
  readonly ctimeNs: bigint
}

export const stampOf = ({ ino, size, mode, mtimeNs, ctimeNs }: Times): string =>
  `${ino}:${size}:${mode}:${mtimeNs}:${ctimeNs}`

/** Equal stamps mean equal bytes, unless the last change was too close to the seal to be distinguished from a later one. */
export const isUntouched = (before: PlaceState, now: PlaceState, takenMs: number): boolean =>
  before.stamp === now.stamp && before.changedMs < takenMs - RACY_MS

function through(tree: string, path: string): string | null {
  const folder = dirname(path)
  if (folder === '.' || folder.startsWith('/')) return null
  try {
    const real = relative(tree, realpathSync.native(join(tree, folder)))
    return real === folder ? null : real
  } catch {
    return null
  }
}

const LARGEST_KEPT = 32 * 1024 * 1024

/** The bytes of a file, or of a link's target; null when there is no file, or it is too large. */
export function bytesAt(path: string): Uint8Array | null {
  try {
    const stat = statOrNull(path)
    return stat?.isFile() && stat.size <= LARGEST_KEPT ? readFileSync(path) : null
  } catch {
    return null
  }
}

/** The bytes of a file; for a broken link or a link to a folder, its target. */
export function digestAt(path: string, state: PlaceState): string {
  const bytes = bytesAt(path)
  if (bytes) return sha256(bytes)
  return digestInPieces(path) ?? sha256(`${state.type} ${state.target ?? ''}`)
}

function digestInPieces(path: string): string | null {
  try {
    if (!statOrNull(path)?.isFile()) return null
    const file = openSync(path, 'r')
    const hash = createHash('sha256')
    const piece = Buffer.alloc(1024 * 1024)
    for (let read = readSync(file, piece); read > 0; read = readSync(file, piece)) hash.update(piece.subarray(0, read))
    closeSync(file)
    return hash.digest('hex')
  } catch {
    return null
  }
}
