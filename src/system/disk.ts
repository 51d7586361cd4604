import {
  closeSync,
  fstatSync,
  fsync,
  ftruncateSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rename,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { UsageError } from '../std/usage-error.ts'

/**
 * The few file operations that state is made of, small enough to be replaced by a disk that loses power.
 * Nothing is durable before `sync` of the file and, for a new name, of its directory.
 */
export interface Disk {
  /** Whether something of that name is there, whatever it is. */
  exists(path: string): Promise<boolean>
  /** Changes whenever the file does, and costs no reading of it; null when there is none. */
  stamp(path: string): Promise<string | null>
  /** Null when there is no such file. */
  read(path: string): Promise<string | null>
  /** The same, as they are, for what is no text. */
  readBytes(path: string): Promise<Uint8Array | null>
  /** Names in a directory, sorted; empty when there is no such directory. */
  list(directory: string): Promise<string[]>
  /** Makes all missing levels; resolves to the first that was missing, null when none was. */
  makeDirectory(path: string): Promise<string | null>
  write(path: string, data: string | Uint8Array): Promise<void>
  /** Opens a file that is there, to add to it. Whoever puts another file in its place is not reached through this any more. */
  open(path: string): Promise<GrowingFile>
  sync(path: string): Promise<void>
  rename(from: string, to: string): Promise<void>
  /** Gives a file a second name; false when that name is taken. The only atomic "create if absent" there is. */
  link(from: string, to: string): Promise<boolean>
  /** Makes `path` a symbolic link, replacing nothing. */
  symlink(target: string, path: string): Promise<void>
  remove(path: string): Promise<void>
}

/** A file that only grows, known by itself and not by its name. */
export interface GrowingFile {
  /** All of it or, when it fails, nothing. */
  append(data: string): Promise<void>
  sync(): Promise<void>
  close(): Promise<void>
}

const PRIVATE_FILE = 0o600
const PRIVATE_DIRECTORY = 0o700

/**
 * `mode` holds for everything this disk creates: the private store is nobody else's business, the view is the project's, to
 * write for its owner and group alone whatever the umask is.
 *
 * All but `sync` and `rename` is done at once: files of this size are in the memory of the system, and to hand such a step to
 * another thread and wait for it costs some fifty times the step itself where the machine is busy. A turn takes many of them.
 * A file that takes the place of another is on some file systems sent to the disk by that; nobody else waits for it.
 */
export function nodeDisk(mode: 'private' | 'shared' = 'private'): Disk {
  const fileMode = mode === 'private' ? PRIVATE_FILE : 0o664
  const directoryMode = mode === 'private' ? PRIVATE_DIRECTORY : 0o775
  return {
    exists: path => withPath(path, () => present(path)),
    stamp: path => withPath(path, () => absentAs(null, () => stampOf(path))),
    read: path => withPath(path, () => absentAs(null, () => readFileSync(path, 'utf8'))),
    readBytes: path => withPath(path, () => absentAs(null, () => readFileSync(path))),
    list: directory => withPath(directory, () => absentAs<string[]>([], () => readdirSync(directory)).sort()),
    makeDirectory: path => withPath(path, () => makeLevels(path, directoryMode) ?? null),
    write: (path, data) => withPath(path, () => writeFileSync(path, data, { mode: fileMode })),
    open: path => withPath(path, () => openToGrow(path)),
    sync: path => withPath(path, () => syncPath(path)),
    rename: (from, to) => withPath(to, () => renamed(from, to)),
    link: (from, to) => withPath(to, () => linkIfFree(from, to)),
    symlink: (target, path) => withPath(path, () => linkIfAbsent(target, path)),
    remove: path => withPath(path, () => rmSync(path, { force: true })),
  }
}

/** A disk that is full, read-only or not ours is the person's to mend; it is said with the path and not as a stack. */
async function withPath<T>(path: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error
    throw new UsageError(
      'storage',
      `${path} cannot be used: ${error.message}`,
      'Make room or mend the permissions; nothing that was saved is lost.',
      error,
    )
  }
}

/** Where a level cannot be made, Node says that it is missing; the level itself says why. */
function makeLevels(path: string, mode: number): string | undefined {
  try {
    return mkdirSync(path, { recursive: true, mode })
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
    let first = path
    while (dirname(first) !== first && !present(dirname(first))) first = dirname(first)
    mkdirSync(first, { mode })
    mkdirSync(path, { recursive: true, mode })
    return first
  }
}

function openToGrow(path: string): GrowingFile {
  const file = openSync(path, 'r+')
  let { size } = fstatSync(file)
  return {
    append: data =>
      withPath(path, () => {
        const bytes = Buffer.from(data)
        try {
          if (writeSync(file, bytes, 0, bytes.length, size) < bytes.length)
            throw Object.assign(new Error('ENOSPC: only a part could be written'), { code: 'ENOSPC' })
        } catch (error) {
          // Half a line would stand in the way of the next one.
          cutOff(file, size)
          throw error
        }
        size += bytes.length
      }),
    sync: () => withPath(path, () => synced(file)),
    close: () => withPath(path, () => closeSync(file)),
  }
}

function cutOff(file: number, size: number): void {
  try {
    ftruncateSync(file, size)
  } catch {
    // What could not be written is told already.
  }
}

async function syncPath(path: string): Promise<void> {
  const file = openSync(path, 'r')
  try {
    await synced(file)
  } finally {
    closeSync(file)
  }
}

const synced = (file: number): Promise<void> =>
  new Promise((resolve, reject) => fsync(file, error => (error ? reject(error) : resolve())))

const renamed = (from: string, to: string): Promise<void> =>
  new Promise((resolve, reject) => rename(from, to, error => (error ? reject(error) : resolve())))

function stampOf(path: string): string {
  const { size, mtimeNs, ctimeNs, ino } = lstatSync(path, { bigint: true })
  return `${size} ${mtimeNs} ${ctimeNs} ${ino}`
}

const present = (path: string): boolean => absentAs(null, () => lstatSync(path)) !== null

function linkIfAbsent(target: string, path: string): void {
  if (!present(path)) symlinkSync(target, path)
}

function linkIfFree(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  }
}

function absentAs<T>(fallback: T, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return fallback
    throw error
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code
