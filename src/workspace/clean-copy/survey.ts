import { type Dirent, lstatSync, readdirSync } from 'node:fs'
import { setImmediate as pause } from 'node:timers/promises'
import { isResultCache } from '../../tools/protection/result-caches.ts'

/** The state of a tree at one moment. */
export interface Survey {
  /** For every path that the copy has, folders before their content: `d`, `l` or `f`, and data that changes with every write. */
  readonly stamps: ReadonlyMap<string, string>
  /** Paths that are in the tree and not in the copy. */
  readonly hidden: readonly string[]
}

const BATCH = 2_000

/** Stats every file once. Synchronous calls are several times faster here; a pause now and then lets other work run. */
export async function survey(tree: string, exclude: readonly string[]): Promise<Survey> {
  const stamps = new Map<string, string>()
  const hidden: string[] = []
  const unwanted = new Set(exclude)
  const folders = ['']
  let seen = 0
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of list(`${tree}/${folder}`)) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (path === '.git') continue
      if (unwanted.has(path) || isResultCache(path) || isSubmodule(entry)) {
        hidden.push(path)
        continue
      }
      stamps.set(path, stamp(`${tree}/${path}`))
      if (entry.isDirectory()) folders.push(path)
      if (++seen % BATCH === 0) await pause()
    }
  }
  return { stamps, hidden }
}

/** The same without some of its files. */
export function without({ stamps, hidden }: Survey, paths: readonly string[]): Survey {
  const gone = new Set(paths)
  return { stamps: new Map([...stamps].filter(([path]) => !gone.has(path))), hidden: [...hidden, ...paths] }
}

/** Every path that was added, removed, or written between two surveys. */
export function differences(before: Survey, after: Survey): string[] {
  const gone = [...before.stamps.keys()].filter(path => !after.stamps.has(path))
  const other = [...after.stamps].filter(([path, mark]) => before.stamps.get(path) !== mark).map(([path]) => path)
  return [...gone, ...other].sort()
}

// Points to a part of the user's `.git`, which is not in the copy.
const isSubmodule = (entry: Dirent): boolean => entry.name === '.git' && entry.isFile()

function list(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

function stamp(path: string): string {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (!stat) return 'gone'
  // The times of a folder change with what is hidden in it.
  if (stat.isDirectory()) return `d ${stat.ino} ${stat.mode} ${stat.uid}`
  const letter = stat.isSymbolicLink() ? 'l' : stat.isFile() ? 'f' : 'o'
  return `${letter} ${stat.ino} ${stat.size} ${stat.mode} ${stat.uid} ${stat.mtimeMs} ${stat.ctimeMs}`
}
