import { chmodSync, mkdirSync, readlinkSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Blobs } from '../../system/blobs.ts'
import { sha256 } from '../../system/blobs.ts'
import { lstatOrNull } from '../../system/file-stat.ts'
import { takesEffectAlone } from '../../tools/protection/kind-of.ts'
import { includedAnew } from './compare-seal.ts'
import type { IsFree, Seal, SealedFile } from './seal.ts'
import { partsPutBack } from './sections/sections.ts'
import { bytesAt } from './state/path-state.ts'
import { scriptsIn, text } from './state/seal-file.ts'
import { walkTree } from './state/walk.ts'

export interface PutBack {
  /** Protected files whose bytes or parts were restored. */
  readonly restored: readonly string[]
  /** Files that tools load automatically and that did not exist when the loop started. */
  readonly removed: readonly string[]
  /** Files that could not be restored, because their bytes are gone or were never stored. The clean copy proves nothing then. */
  readonly missing: readonly string[]
}

/**
 * Restores the protected files of a copy of the tree to their state when the loop started. Of structured files only the sealed
 * parts are restored, so that the agent's dependencies stay. New tests stay too. `isFree` excludes what the person allows to change.
 */
export async function restoreProtected(
  seal: Seal,
  blobs: Blobs,
  into: string,
  isFree: IsFree = () => false,
): Promise<PutBack> {
  const restored: string[] = []
  const missing: string[] = []
  for (const file of seal.files) {
    if (isFree(file.path)) continue
    const outcome = await putBack(seal, file, { blobs, into, isFree })
    if (outcome === 'restored') restored.push(file.path)
    if (outcome === 'missing') missing.push(file.path)
  }
  const known = new Set(seal.files.map(({ path }) => path))
  const alone = walkTree(into, null).files.filter(path => !known.has(path) && takesEffectAlone(path))
  const added = [...alone, ...includedAnew(seal, into)].filter(path => !isFree(path))
  for (const path of added) rmSync(join(into, path), { force: true })
  return { restored, removed: added, missing }
}

async function putBack(
  seal: Seal,
  file: SealedFile,
  { blobs, into, isFree }: { readonly blobs: Blobs; readonly into: string; readonly isFree: IsFree },
): Promise<'same' | 'restored' | 'missing'> {
  const full = join(into, file.path)
  const stat = lstatOrNull(full)
  if (file.state.type === 'folder' || file.state.type === 'other') return stat ? 'same' : 'missing'
  if (file.state.type === 'symlink') return linkAgain(file, blobs, into)
  const isFile = stat?.isFile() ?? false
  const now = isFile ? bytesAt(full) : null
  const isExec = isFile && ((stat?.mode ?? 0n) & 0o111n) !== 0n
  if (now && isExec === file.state.exec && sha256(now) === file.digest && isInPlace(file, into)) return 'same'
  const bytes = file.kept ? blobs.get(file.digest) : null
  if (!bytes) return 'missing'
  const parts = now && file.sections ? await merged(seal, file, { before: text(bytes), now: text(now), isFree }) : null
  if (parts !== null && now && parts === text(now)) return 'same'
  clearWay(into, file.path)
  writeFileSync(full, parts ?? bytes)
  chmodSync(full, file.state.exec ? 0o755 : 0o644)
  return 'restored'
}

async function merged(
  seal: Seal,
  file: SealedFile,
  { before, now, isFree }: { readonly before: string; readonly now: string; readonly isFree: IsFree },
): Promise<string | null> {
  const scripts = scriptsIn(file.path, seal.scripts)
  const put = await partsPutBack(file.path, before, now, scripts, part => isFree(file.path, part))
  if (put === null) return null
  // Printing again changes the formatting; if no sealed part differs, the agent's text stays.
  const same = await partsPutBack(file.path, now, now, scripts)
  return put === same ? now : put
}

/** The original link; and if its target was rewritten, the original bytes in its place. */
function linkAgain(file: SealedFile, blobs: Blobs, into: string): 'same' | 'restored' | 'missing' {
  const full = join(into, file.path)
  const isLink = lstatOrNull(full)?.isSymbolicLink() ?? false
  const isSame = isLink && readlinkSync(full) === file.state.target
  if (!isSame) {
    clearWay(into, file.path)
    symlinkSync(file.state.target ?? '', full)
  }
  const led = bytesAt(full)
  if (led === null || sha256(led) === file.digest) return isSame ? 'same' : 'restored'
  const bytes = blobs.get(file.digest)
  if (!bytes) return 'missing'
  unlinkSync(full)
  writeFileSync(full, bytes, { mode: file.state.exec ? 0o755 : 0o644 })
  return 'restored'
}

/** Nothing is ever written through a link: a link in the way is removed first. */
export function clearWay(into: string, path: string): void {
  const parts = path.split('/')
  for (let depth = 1; depth <= parts.length; depth++) {
    const step = join(into, ...parts.slice(0, depth))
    const stat = lstatOrNull(step)
    if (stat && (depth === parts.length || !stat.isDirectory())) rmSync(step, { recursive: true, force: true })
  }
  mkdirSync(join(into, ...parts.slice(0, -1)), { recursive: true })
}

/** Not behind a link that did not exist when the loop started. */
function isInPlace({ path, state }: SealedFile, into: string): boolean {
  if (state.through !== null) return true
  const parts = path.split('/').slice(0, -1)
  return parts.every((_, depth) => lstatOrNull(join(into, ...parts.slice(0, depth + 1)))?.isDirectory())
}
