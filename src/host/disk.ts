import { link, lstat, mkdir, open, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
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
 */
export function nodeDisk(mode: 'private' | 'shared' = 'private'): Disk {
  const fileMode = mode === 'private' ? PRIVATE_FILE : 0o664
  const directoryMode = mode === 'private' ? PRIVATE_DIRECTORY : 0o775
  return {
    exists: path => told(path, present(path)),
    stamp: path => told(path, absentAs(null, stampOf(path))),
    read: path => told(path, absentAs(null, readFile(path, 'utf8'))),
    readBytes: path => told(path, absentAs(null, readFile(path))),
    list: async directory => (await told(directory, absentAs<string[]>([], readdir(directory)))).sort(),
    makeDirectory: async path => (await told(path, makeLevels(path, directoryMode))) ?? null,
    write: (path, data) => told(path, writeFile(path, data, { mode: fileMode })),
    open: path => told(path, openToGrow(path)),
    sync: path => told(path, syncPath(path)),
    rename: (from, to) => told(to, rename(from, to)),
    link: (from, to) => told(to, takenAsFalse(link(from, to))),
    symlink: (target, path) => told(path, linkIfAbsent(target, path)),
    remove: path => told(path, rm(path, { force: true })),
  }
}

/** A disk that is full, read-only or not ours is the person's to mend; it is said with the path and not as a stack. */
async function told<T>(path: string, work: Promise<T>): Promise<T> {
  try {
    return await work
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
async function makeLevels(path: string, mode: number): Promise<string | undefined> {
  try {
    return await mkdir(path, { recursive: true, mode })
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
    let first = path
    while (dirname(first) !== first && !(await present(dirname(first)))) first = dirname(first)
    await mkdir(first, { mode })
    await mkdir(path, { recursive: true, mode })
    return first
  }
}

async function openToGrow(path: string): Promise<GrowingFile> {
  const handle = await open(path, 'r+')
  let { size } = await handle.stat()
  return {
    append: data => {
      const bytes = Buffer.from(data)
      const written = handle.write(bytes, 0, bytes.length, size).then(async ({ bytesWritten }) => {
        if (bytesWritten < bytes.length)
          throw Object.assign(new Error('ENOSPC: only a part could be written'), { code: 'ENOSPC' })
        size += bytesWritten
      })
      // Half a line would stand in the way of the next one.
      return told(
        path,
        written.catch(async error => {
          await handle.truncate(size).catch(() => {})
          throw error
        }),
      )
    },
    sync: () => told(path, handle.sync()),
    close: () => handle.close(),
  }
}

async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function stampOf(path: string): Promise<string> {
  const { size, mtimeNs, ctimeNs, ino } = await lstat(path, { bigint: true })
  return `${size} ${mtimeNs} ${ctimeNs} ${ino}`
}

const present = async (path: string): Promise<boolean> => (await absentAs(null, lstat(path))) !== null

async function linkIfAbsent(target: string, path: string): Promise<void> {
  if (!(await present(path))) await symlink(target, path)
}

async function absentAs<T>(fallback: T, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return fallback
    throw error
  }
}

async function takenAsFalse(work: Promise<void>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code
