import {
  closeSync,
  constants,
  fstatSync,
  fsync,
  ftruncateSync,
  linkSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  rename,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { makeFolders } from './make-folders.ts'
import { systemProblem } from './problems.ts'

/**
 * The file operations that the store uses, few enough that tests can replace them by a disk that loses power.
 * Nothing is durable before `sync` of the file and, for a new name, of its directory.
 */
export interface Disk {
  /** Whether the path exists, whatever it is. */
  exists(path: string): Promise<boolean>
  /** Changes whenever the file does, without reading it; null when there is none. */
  stamp(path: string): Promise<string | null>
  /** Null when there is no such file. */
  read(path: string): Promise<string | null>
  /** The same for binary files. */
  readBytes(path: string): Promise<Uint8Array | null>
  /** Names in a directory, sorted; empty when there is no such directory. */
  list(directory: string): Promise<string[]>
  /** Creates all missing levels; resolves to the first that was missing, null when none was. */
  makeDirectory(path: string): Promise<string | null>
  write(path: string, data: string | Uint8Array): Promise<void>
  /** Opens an existing file to append to it. A file that later replaces it is not affected. */
  open(path: string): Promise<GrowingFile>
  sync(path: string): Promise<void>
  rename(from: string, to: string): Promise<void>
  /** Gives a file a second name; false when that name is taken. An atomic "create if absent". */
  link(from: string, to: string): Promise<boolean>
  /** Creates a symbolic link, replacing nothing. */
  symlink(target: string, path: string): Promise<void>
  remove(path: string): Promise<void>
}

/** An open file that only grows. */
export interface GrowingFile {
  /** Appends everything or, when it fails, nothing. */
  append(data: string): Promise<void>
  sync(): Promise<void>
  close(): Promise<void>
}

const PRIVATE_FILE = 0o600
const PRIVATE_DIRECTORY = 0o700
/** Does not wait for the other end of a pipe, which an agent may have put in the place of a file. */
const READ = constants.O_RDONLY | constants.O_NONBLOCK

/**
 * `mode` applies to everything this disk creates: the private store is readable by its owner only, the state view in the project
 * by everybody, and writable by owner and group, whatever the umask is.
 *
 * Everything but `sync` and `rename` is synchronous: these small files are cached by the system, and on a busy machine handing a
 * step to a thread costs some fifty times the step itself. `rename` over another file makes some file systems flush to the disk.
 */
export function nodeDisk(mode: 'private' | 'shared' = 'private'): Disk {
  const fileMode = mode === 'private' ? PRIVATE_FILE : 0o664
  const directoryMode = mode === 'private' ? PRIVATE_DIRECTORY : 0o775
  return {
    exists: path => withPath(path, () => present(path)),
    stamp: path => withPath(path, () => absentAs(null, () => stampOf(path))),
    read: path => withPath(path, () => absentAs(null, () => contentOf(path).toString())),
    readBytes: path => withPath(path, () => absentAs(null, () => contentOf(path))),
    list: directory => withPath(directory, () => absentAs<string[]>([], () => readdirSync(directory)).sort()),
    makeDirectory: path => withPath(path, () => makeFolders(path, directoryMode) ?? null),
    write: (path, data) => withPath(path, () => writeFileSync(path, data, { mode: fileMode })),
    open: path => withPath(path, () => openToGrow(path)),
    sync: path => withPath(path, () => syncPath(path)),
    rename: (from, to) => withPath(to, () => renamed(from, to)),
    link: (from, to) => withPath(to, () => linkIfFree(from, to)),
    symlink: (target, path) => withPath(path, () => linkIfAbsent(target, path)),
    remove: path => withPath(path, () => rmSync(path, { force: true })),
  }
}

/** The user can fix a full or read-only disk, so the error names the path and has no stack trace. */
async function withPath<T>(path: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error
    throw systemProblem('path-unusable', { path, because: error.message }, error)
  }
}

function contentOf(path: string): Buffer {
  const file = openSync(path, READ)
  try {
    return readFileSync(file)
  } finally {
    closeSync(file)
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
          // Half a line would corrupt the next one.
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
    // The write error is reported already.
  }
}

async function syncPath(path: string): Promise<void> {
  const file = openSync(path, READ)
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
