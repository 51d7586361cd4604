import { isAbsolute, join } from 'node:path'
import { type Blobs, sha256 } from '../../../system/blobs.ts'
import type { ProtectedKind } from '../../../tools/protection/protected-kind.ts'
import type { SealedFile } from '../seal.ts'
import { isSource, partDigests, sealedParts } from '../sections/sections.ts'
import { bytesAt, digestAt, placeState } from './path-state.ts'

/** The names of a manifest's scripts that the commands reach. */
export const scriptsIn = (path: string, reached: readonly string[]): ReadonlySet<string> =>
  new Set(reached.filter(id => id.startsWith(`${path}#`)).map(id => id.slice(path.length + 1)))

export const fullPath = (tree: string, path: string): string => (isAbsolute(path) ? path : join(tree, path))

interface SealFileRequest {
  readonly tree: string
  readonly path: string
  readonly kind: ProtectedKind
  /** Scripts of this file that are reached. */
  readonly scripts: ReadonlySet<string>
}

/** Seals one path and stores its bytes; null when nothing is there. */
export async function sealFile(
  { tree, path, kind, scripts }: SealFileRequest,
  blobs: Blobs,
): Promise<SealedFile | null> {
  // The state is read first: a write in between makes the stamp stale, and a stale stamp is compared again.
  const state = placeState(isAbsolute(path) ? '/' : tree, path)
  if (!state) return null
  const full = fullPath(tree, path)
  const bytes = state.type === 'folder' ? null : bytesAt(full)
  if (!bytes)
    return { path, kind, state, digest: digestAt(full, state), sections: null, kept: state.type === 'symlink' }
  blobs.put(bytes)
  // A file that is read for another reason than its tests counts as a whole.
  const parts = kind !== 'test' && isSource(path) ? null : await sealedParts(path, text(bytes), scripts)
  return { path, kind, state, digest: sha256(bytes), sections: parts && partDigests(parts), kept: true }
}

export const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)
