import { join } from 'node:path'
import type { TreeMark } from '../../loop/prove.ts'
import type { ChangedFile } from '../../proof/tests/moved-files.ts'
import { isUsageError } from '../../std/usage-error.ts'
import { fingerprint } from '../../system/fingerprint.ts'
import { readRegular } from '../../system/read-regular.ts'
import type { Environment } from '../../system/shell.ts'
import { ignoredFiles } from '../../workspace/snapshots/ignored-files.ts'
import { openSnapshots, type Snapshots } from '../../workspace/snapshots/snapshots.ts'

/** The tree of a loop through time: what it is now, and what it was before the first turn. */
export interface TreeKeeper {
  /** Saves a snapshot of the tree; resolves to the id of its content. */
  keep(iteration: number): Promise<string | null>
  /** The same, without saving it for an iteration. */
  now(): Promise<string | null>
  /** The present tree, to learn later whether it is still the same. */
  mark(): Promise<TreeMark>
  /** What differs from the tree before the first turn. */
  changes(): Promise<readonly ChangedFile[]>
  /** The same; null when unknown. */
  changed(): Promise<readonly ChangedFile[] | null>
  /** New files that the current ignore rules hide from git, so that a commit would not contain them. */
  hidden(): Promise<readonly string[]>
  /** Files that git tracked before the first turn, and that are still there without being tracked. */
  untracked(): Promise<readonly string[]>
  readBefore(path: string): Promise<string | null>
  bytesBefore(path: string): Promise<Uint8Array | null>
  readNow(path: string): Promise<string | null>
  /** The files that differ between two iterations; empty when unknown. */
  changedBetween(from: number, to: number): Promise<readonly string[]>
  /** Replaces the files of the tree with those of a snapshot; resolves to why that failed, or null. */
  place(snapshot: string): Promise<string | null>
  /** What was changed since the start, for people and judges. */
  diff(): Promise<string>
  /** Resolves when it is durable. */
  settled(): Promise<void>
}

interface KeeperRequest {
  readonly repository: string
  readonly tree: string
  /** Our own folders, in case they are in the tree. */
  readonly exclude: readonly string[]
  readonly env: Environment
  readonly warn: (message: string) => void
}

const FIRST = 0

/** Without snapshots the loop still runs, and only knows whether the tree changed. */
export async function treeKeeper(request: KeeperRequest): Promise<TreeKeeper> {
  const opened = await openSnapshots(request)
  if (opened.ok) return keeperOf(opened.value, request)
  request.warn(`snapshots are off: ${opened.error}`)
  return blindKeeper(request)
}

function keeperOf(snapshots: Snapshots, { tree, env, warn }: KeeperRequest): TreeKeeper {
  const present = async (): Promise<string | null> => {
    const taken = await snapshots.take('present')
    return taken.ok ? taken.value.id : null
  }
  const between = async (): Promise<{ first: string; now: string } | null> => {
    const [first, now] = [await snapshots.idOf(FIRST), await present()]
    return first === null || now === null ? null : { first, now }
  }
  const changes = async (): Promise<ChangedFile[]> => {
    const ends = await between()
    const paths = ends && (await snapshots.changedPaths(ends.first, ends.now))
    if (!paths?.ok) throw new Error(`cannot tell what changed since the start${paths ? `: ${paths.error}` : ''}`)
    return paths.value.flatMap(asChanges)
  }
  const bytesBefore = async (path: string): Promise<Buffer | null> => {
    const first = await snapshots.idOf(FIRST)
    const read = first === null ? null : await snapshots.read(first, path)
    return read?.ok && read.value ? Buffer.from(read.value) : null
  }
  return {
    changes,
    changed: () => changes().catch(() => null),
    hidden: async () => hiddenAmong(await changes(), tree, env),
    async untracked() {
      const first = await snapshots.idOf(FIRST)
      const paths = first === null ? null : await snapshots.untrackedSince(first)
      if (paths === null || paths.ok) return paths?.value ?? []
      throw new Error(`cannot tell which files git has stopped tracking since the start: ${paths.error}`)
    },
    async keep(iteration) {
      const taken = await snapshots.takeSoon(iteration)
      const trouble = (error: string): void => warn(`the snapshot failed: ${error}`)
      if (taken.ok)
        snapshots.written().catch((error: unknown) => trouble(isUsageError(error) ? error.message : String(error)))
      else trouble(taken.error)
      return taken.ok ? taken.value.tree : null
    },
    async now() {
      const taken = await snapshots.take('present')
      return taken.ok ? taken.value.tree : null
    },
    async mark() {
      const marked = await snapshots.take('present')
      return {
        tree: marked.ok ? marked.value.tree : null,
        async changed() {
          const now = await snapshots.take('present')
          if (!marked.ok || !now.ok) return [`unknown: ${marked.ok ? (now.ok ? '' : now.error) : marked.error}`]
          if (now.value.tree === marked.value.tree) return []
          const paths = await snapshots.changedPaths(marked.value.id, now.value.id)
          return paths.ok ? paths.value.map(({ path }) => path) : [`unknown: ${paths.error}`]
        },
      }
    },
    async changedBetween(from, to) {
      const [before, after] = [await snapshots.idOf(from), await snapshots.idOf(to)]
      const paths = before && after ? await snapshots.changedPaths(before, after) : null
      return paths?.ok ? paths.value.map(({ path }) => path) : []
    },
    readBefore: async path => (await bytesBefore(path))?.toString('utf8') ?? null,
    bytesBefore,
    readNow: path => readNow(tree, path),
    async place(snapshot) {
      const placed = await snapshots.restore(snapshot, { from: snapshot, force: true })
      if (!placed.ok) return placed.error
      if (placed.value.kind === 'restored' && placed.value.complete) return null
      const [failed] = placed.value.kind === 'restored' ? placed.value.failed : []
      return failed ? `${failed.path}: ${failed.why}` : 'some files could not be written'
    },
    settled: () => snapshots.durable().catch(() => {}),
    async diff() {
      const ends = await between()
      const printed = ends && (await snapshots.diff(ends.first, ends.now))
      return printed?.ok ? printed.value : ''
    },
  }
}

const hiddenAmong = (changes: readonly ChangedFile[], tree: string, env: Environment): Promise<string[]> =>
  ignoredFiles(
    tree,
    env,
    changes.filter(({ status }) => status === 'added').map(({ path }) => path),
  )

/** A renamed file counts as one deleted and one added. Moves are detected by content. */
function asChanges({ path, status, was }: { path: string; status: string; was?: string }): ChangedFile[] {
  if (status === 'renamed' && was !== undefined)
    return [
      { path: was, status: 'deleted' },
      { path, status: 'added' },
    ]
  if (status === 'added' || status === 'deleted') return [{ path, status }]
  return [{ path, status: 'changed' }]
}

function blindKeeper({ tree, exclude }: KeeperRequest): TreeKeeper {
  const now = () => fingerprint(tree, exclude[0] ?? '')
  return {
    keep: now,
    now,
    async mark() {
      const marked = await now()
      return { tree: marked, changed: async () => (marked !== null && (await now()) === marked ? [] : [tree]) }
    },
    changes: async () => [],
    changed: async () => null,
    hidden: async () => [],
    untracked: async () => [],
    changedBetween: async () => [],
    readBefore: async () => null,
    bytesBefore: async () => null,
    readNow: path => readNow(tree, path),
    diff: async () => '',
    place: async () => 'snapshots are off',
    settled: async () => {},
  }
}

const readNow = async (tree: string, path: string): Promise<string | null> =>
  readRegular(join(tree, path))?.toString() ?? null
