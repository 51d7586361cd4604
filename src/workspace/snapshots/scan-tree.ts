import { type BigIntStats, type Dirent, lstatSync, readdirSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { workspaceProblem } from '../problems.ts'
import { type BytePath, below, toFs, toText } from './byte-path.ts'
import { type TreeEntry, treeBytes } from './git-objects.ts'
import type { IgnoreRules } from './ignore-rules.ts'
import type { PackWriter } from './pack-file.ts'
import { type FileEntry, type NotKept, readEntry, stampOf, unreadable } from './read-entry.ts'

/** A scanned folder; the next scan reads only what changed. */
export interface ScannedFolder {
  readonly files: ReadonlyMap<BytePath, FileEntry>
  readonly folders: ReadonlyMap<BytePath, ScannedFolder>
  /** Ignored names, folders with a slash. The rules are frozen, so each name is matched once. */
  readonly ignored: ReadonlySet<BytePath>
  /** Of the tree object; null when nothing in the folder is saved. */
  readonly id: string | null
  readonly count: number
  readonly skipped: readonly Skipped[]
}

export interface Skipped {
  readonly path: string
  readonly why: NotKept | 'neither file, folder nor link' | 'data of a nested repository'
}

export interface Scan {
  readonly root: BytePath
  readonly rules: IgnoreRules
  /** Paths from the root that are skipped. */
  readonly excluded: ReadonlySet<BytePath>
  readonly pack: PackWriter
}

// A large tree is read in slices of this length, so that other work in this process can run.
const SLICE_MS = 20

/** Walks a tree once. Objects that the last scan does not have are added to the pack. */
export async function scanTree(scan: Scan, seen: ScannedFolder | null): Promise<ScannedFolder> {
  let sliceEnds = performance.now() + SLICE_MS
  const pause = async (): Promise<void> => {
    if (performance.now() < sliceEnds) return
    await setImmediate()
    sliceEnds = performance.now() + SLICE_MS
  }
  const visit = async (path: BytePath, before: ScannedFolder | null): Promise<ScannedFolder | FileEntry> => {
    const found = emptyFindings()
    const entries = entriesOf(absolute(scan, path))
    if (entries === null) return unreadable(lstat(absolute(scan, path)))
    for (const entry of entries) {
      const inside = below(path, entry.name)
      if (!isIncluded(scan, before, found, { entry, path: inside })) continue
      if (entry.isDirectory()) {
        const child = await visit(inside, before?.folders.get(entry.name) ?? null)
        if ('files' in child) found.folders.set(entry.name, child)
        else {
          found.files.set(entry.name, child)
          found.skipped.push({ path: toText(inside), why: 'unreadable' })
        }
      } else {
        readOne(scan, before, found, { entry, path: inside })
        await pause()
      }
    }
    return closed(scan, before, found)
  }
  const folder = await visit('', seen)
  if ('files' in folder) return folder
  throw workspaceProblem('tree-unreadable', { tree: toText(scan.root) })
}

interface Findings {
  readonly files: Map<BytePath, FileEntry>
  readonly folders: Map<BytePath, ScannedFolder>
  readonly ignored: Set<BytePath>
  readonly skipped: Skipped[]
}

interface Found {
  readonly entry: Dirent
  readonly path: BytePath
}

const emptyFindings = (): Findings => ({ files: new Map(), folders: new Map(), ignored: new Set(), skipped: [] })

function isIncluded(scan: Scan, before: ScannedFolder | null, found: Findings, { entry, path }: Found): boolean {
  if (entry.name === '.git') {
    if (path !== '.git') found.skipped.push({ path: toText(path), why: 'data of a nested repository' })
    return false
  }
  if (scan.excluded.has(path)) return false
  const isFolder = entry.isDirectory()
  const key = isFolder ? `${entry.name}/` : entry.name
  const known = isFolder ? before?.folders.has(entry.name) : before?.files.has(entry.name)
  if (known) return true
  if (!before?.ignored.has(key) && !scan.rules.ignores(path, isFolder)) return true
  found.ignored.add(key)
  return false
}

function readOne(scan: Scan, before: ScannedFolder | null, found: Findings, { entry, path }: Found): void {
  const full = absolute(scan, path)
  const stat = lstat(full)
  if (stat === null) return
  if (!stat.isFile() && !stat.isSymbolicLink()) {
    found.skipped.push({ path: toText(path), why: 'neither file, folder nor link' })
    return
  }
  const known = before?.files.get(entry.name)
  const unchanged = known !== undefined && known.stamp !== '' && known.stamp === stampOf(stat)
  const file = unchanged ? known : readEntry(full, stat, scan.pack, known?.id ?? null)
  found.files.set(entry.name, file)
  if (file.missing) found.skipped.push({ path: toText(path), why: file.missing })
}

/** Returns `before` itself when nothing changed, so that parents compare by identity. */
function closed(scan: Scan, before: ScannedFolder | null, found: Findings): ScannedFolder {
  const { files, folders, ignored } = found
  const likeness = before === null ? 'different' : likenessOf(before, found)
  const skipped = [...found.skipped, ...[...folders.values()].flatMap(folder => folder.skipped)]
  if (before !== null && likeness === 'untouched' && sameSkipped(before.skipped, skipped)) return before
  const full = [...folders.values()].filter(({ id }) => id !== null)
  const count = full.reduce((sum, folder) => sum + folder.count, files.size)
  const written = (): string | null => (count === 0 ? null : scan.pack.add('tree', treeOf(found)))
  return { files, folders, ignored, id: before && likeness !== 'different' ? before.id : written(), count, skipped }
}

function likenessOf(
  before: ScannedFolder,
  { files, folders, ignored }: Findings,
): 'untouched' | 'same content' | 'different' {
  if (before.files.size !== files.size || before.folders.size !== folders.size) return 'different'
  let untouched = before.ignored.size === ignored.size
  for (const [name, file] of files) {
    const known = before.files.get(name)
    if (known === undefined || known.id !== file.id || known.mode !== file.mode) return 'different'
    untouched &&= known === file
  }
  for (const [name, folder] of folders) {
    const known = before.folders.get(name)
    if (known === undefined || known.id !== folder.id) return 'different'
    untouched &&= known === folder
  }
  return untouched ? 'untouched' : 'same content'
}

const sameSkipped = (one: readonly Skipped[], two: readonly Skipped[]): boolean =>
  one.length === two.length && one.every(({ path, why }, at) => two[at]?.path === path && two[at]?.why === why)

function treeOf({ files, folders }: Findings): Buffer {
  const entries: TreeEntry[] = [...files].map(([name, { mode, id }]) => ({ name, mode, id }))
  for (const [name, { id }] of folders) if (id !== null) entries.push({ name, mode: '40000', id })
  return treeBytes(entries)
}

const absolute = (scan: Scan, path: BytePath): BytePath => (path === '' ? scan.root : `${scan.root}/${path}`)

function entriesOf(path: BytePath): Dirent[] | null {
  try {
    return readdirSync(toFs(path), { withFileTypes: true, encoding: 'latin1' })
  } catch {
    return null
  }
}

function lstat(path: BytePath): BigIntStats | null {
  try {
    return lstatSync(toFs(path), { bigint: true })
  } catch {
    return null
  }
}
