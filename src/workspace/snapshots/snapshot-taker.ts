import { setImmediate } from 'node:timers/promises'
import type { Environment } from '../../system/shell.ts'
import { type ReadGit, readGit, sameGit } from './git-state.ts'
import { type PackWriter, packWriter } from './pack-file.ts'
import { writePermissions } from './permissions.ts'
import type { Ref, Repository } from './repository.ts'
import { ownGit } from './saved-snapshots.ts'
import { type Scan, type ScannedFolder, type Skipped, scanTree } from './scan-tree.ts'
import { addSnapshot, type SnapshotIds } from './snapshot-object.ts'

export interface Taken {
  /** Names this snapshot for `diff`, `read` and `restore`, also in another process. */
  readonly id: string
  /** Of the files alone: equal trees have equal ones, whatever git or the clock did. */
  readonly tree: string
  /** Whether the files differ from those of the snapshot before; false for the first. */
  readonly changed: boolean
  readonly files: number
  /** What is there and not kept, or by its hash alone. */
  readonly skipped: readonly Skipped[]
}

export type ScanPlan = Omit<Scan, 'pack'>

export interface SnapshotSetting {
  readonly repository: Repository
  readonly tree: string
  readonly env: Environment
  readonly scan: ScanPlan
}

/** Takes one snapshot after the other: what the tree is, is known at once; it is written behind that. */
export interface Taker {
  take(ref: Ref): Promise<Taken>
  /** Resolves when the latest is there for whoever reads; rejects when it could not be written. */
  whole(): Promise<void>
  /** Resolves when it is durable too. */
  settled(): Promise<void>
  latest(): Pick<Last, 'id' | 'git'> | null
}

/** What the last snapshot saw, so that the next one reads only what changed. */
interface Last extends SnapshotIds {
  readonly root: ScannedFolder | null
  readonly git: ReadGit | null
  readonly tree: string
  readonly permissions: string | null
}

export function snapshotTaker(setting: SnapshotSetting): Taker {
  const { repository } = setting
  let last: Last | null = null
  let [whole, durable] = [Promise.resolve(), Promise.resolve()]
  return {
    latest: () => last,
    whole: () => whole,
    settled: () => durable,
    async take(ref) {
      // Who could not be told of it meanwhile was told before; what is not there is not gone on from.
      await durable.catch(() => {
        last = null
      })
      const known = last === null ? await knownBefore(setting) : { last, isThere: () => false }
      const pack = packWriter(repository.packs, known.isThere)
      const { next, root } = await write(setting, known.last, pack).catch((error: unknown) => {
        pack.abandon()
        throw error
      })
      // A power cut may take the latest snapshot; it never leaves half of one. The next waits until this one is durable.
      const pointed = setImmediate()
        .then(pack.finish)
        .then(() => repository.pointSoon(ref, next.id))
      whole = pointed.then(() => {}).finally(pack.abandon)
      durable = pointed.then(pointed => pointed.durable)
      for (const each of [whole, durable]) each.catch(() => {})
      last = next
      const changed = known.last !== null && known.last.tree !== next.tree
      return { id: next.id, tree: next.tree, changed, files: root.count, skipped: inOrder(root.skipped) }
    },
  }
}

/** In a new process nothing is known of the tree, but the objects of the last snapshot need not be written again. */
async function knownBefore(setting: SnapshotSetting): Promise<{ last: Last | null; isThere: (id: string) => boolean }> {
  const { repository, env } = setting
  const number = (await repository.numbers('iterations')).at(-1)
  const id = number === undefined ? null : await repository.idOf({ series: 'iterations', number })
  if (id === null) return { last: null, isThere: () => false }
  const listed = await ownGit(repository, env, ['ls-tree', '-r', '-t', '-z', '--full-tree', id])
  if (!listed.ok) return { last: null, isThere: () => false }
  const text = listed.value.toString('latin1')
  const tree = /(?:^|\0)040000 tree ([0-9a-f]{40})\ttree\0/.exec(text)?.[1] ?? ''
  const there = new Set([...text.matchAll(/(?:^|\0)\d+ (?:tree|blob) ([0-9a-f]{40})\t/g)].map(([, found]) => found))
  return {
    last: { root: null, git: null, id, about: null, tree, permissions: null },
    isThere: object => there.has(object),
  }
}

async function write(
  { tree, env, scan }: SnapshotSetting,
  last: Last | null,
  pack: PackWriter,
): Promise<{ next: Last; root: ScannedFolder }> {
  const git = await readGit(tree, env, last?.git ?? null)
  const root = await scanTree({ ...scan, pack }, last?.root ?? null)
  const untouched = last !== null && last.root === root
  if (untouched && sameGit(last.git?.state ?? null, git?.state ?? null)) return { next: { ...last, git }, root }
  const permissions =
    untouched && last.permissions !== null
      ? last.permissions
      : pack.add('blob', writePermissions(root), last?.permissions)
  const files = root.id ?? pack.add('tree', Buffer.alloc(0))
  if (git?.newIndex) pack.add('blob', git.newIndex)
  const ids = addSnapshot(pack, { files, permissions, git: git?.state ?? null, skipped: inOrder(root.skipped) }, last)
  return { next: { ...ids, root, git, tree: files, permissions }, root }
}

/** A folder lists its names in any order; equal trees are to give equal snapshots. */
const inOrder = (skipped: readonly Skipped[]): Skipped[] => [...skipped].sort((a, b) => (a.path < b.path ? -1 : 1))
