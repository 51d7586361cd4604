import { createHash } from 'node:crypto'
import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  readSync,
} from 'node:fs'
import { type BytePath, toFs } from './byte-path.ts'
import type { EntryMode } from './git-objects.ts'
import type { PackWriter } from './pack-file.ts'

/** A file or link as it was read. */
export interface FileEntry {
  readonly mode: Exclude<EntryMode, '40000'>
  readonly id: string
  readonly permissions: number
  /** Equal as long as the file was not touched; empty when a change could go unnoticed, so that it is read again. */
  readonly stamp: string
  /** Why its bytes are not saved, if they are not. */
  readonly missing: NotKept | null
}

export type NotKept = 'larger than 50 MB' | 'unreadable'

const LARGEST = 50 * 1024 ** 2
const CHUNK = 1024 ** 2
// Larger files are not even hashed: a sparse file can claim any size, and reading it would block everything.
const LARGEST_HASHED = 1024 ** 3

// The coarsest clock of a file system ticks every two seconds: a file changed within that time may change again unnoticed.
const TICK_NS = 2_000_000_000n

export function stampOf(stat: BigIntStats): string {
  return `${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs} ${stat.mode}`
}

/** Reads a file or a link into the pack. Follows no link and waits for no pipe, also when one replaces the file meanwhile. */
export function readEntry(path: BytePath, stat: BigIntStats, pack: PackWriter, last: string | null): FileEntry {
  const keep: Keep = bytes => pack.add('blob', bytes, last)
  try {
    return stat.isSymbolicLink() ? linkEntry(path, stat, keep) : fileEntry(path, keep)
  } catch (error) {
    if (!isFileTrouble(error)) throw error
    return unreadable(stat)
  }
}

type Keep = (bytes: Uint8Array) => string

/** Its id is made from size and time, so that a change of these is a change of the tree. */
export function unreadable(stat: BigIntStats | null): FileEntry {
  const id = createHash('sha1').update(`unreadable ${stat?.size} ${stat?.mtimeNs}`).digest('hex')
  return { mode: '160000', id, permissions: Number(stat?.mode ?? 0n) & 0o7777, stamp: '', missing: 'unreadable' }
}

/** Whether a later change is certain to change its times. */
export function isSettled({ ctimeNs, mtimeNs }: BigIntStats): boolean {
  const tick = BigInt(Date.now()) * 1_000_000n - TICK_NS
  return ctimeNs < tick && mtimeNs < tick
}

function linkEntry(path: BytePath, stat: BigIntStats, keep: Keep): FileEntry {
  const settled = isSettled(stat)
  const id = keep(readlinkSync(toFs(path), { encoding: 'buffer' }))
  return { mode: '120000', id, permissions: 0, stamp: settled ? stampOf(stat) : '', missing: null }
}

function fileEntry(path: BytePath, keep: Keep): FileEntry {
  const file = openSync(toFs(path), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const before = fstatSync(file, { bigint: true })
    if (!before.isFile()) return unreadable(before)
    const settled = isSettled(before)
    const executable = (before.mode & 0o100n) !== 0n
    const large = before.size > LARGEST
    const huge = before.size > LARGEST_HASHED
    const id = huge ? stampId(before) : large ? largeId(file, executable) : keep(readFileSync(file))
    const still = stampOf(fstatSync(file, { bigint: true })) === stampOf(before)
    return {
      mode: large ? '160000' : executable ? '100755' : '100644',
      id,
      permissions: Number(before.mode) & 0o7777,
      stamp: settled && still ? stampOf(before) : '',
      missing: large ? 'larger than 50 MB' : null,
    }
  } finally {
    closeSync(file)
  }
}

/** An id made from size and times alone. */
const stampId = (stat: BigIntStats): string =>
  createHash('sha1')
    .update(`huge ${stampOf(stat)}`)
    .digest('hex')

function largeId(file: number, executable: boolean): string {
  const hash = createHash('sha1').update(executable ? 'large executable\0' : 'large\0')
  const chunk = Buffer.alloc(CHUNK)
  for (;;) {
    const read = readSync(file, chunk)
    if (read === 0) return hash.digest('hex')
    hash.update(chunk.subarray(0, read))
  }
}

/** An error of the file itself: a full disk must not pass for an unreadable file. */
const isFileTrouble = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['EACCES', 'EPERM', 'ENOENT', 'ELOOP', 'ENXIO', 'EIO', 'ENOTDIR', 'EISDIR', 'EINVAL', 'ESTALE'].includes(
    String(error.code),
  )
