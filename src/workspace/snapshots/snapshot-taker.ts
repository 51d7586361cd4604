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
  /** Identifies this snapshot for `diff`, `read`, and `restore`, also in another process. */
  readonly id: string
  /** Id of the files alone: equal trees have equal ids, whatever git or the clock did. */
  readonly tree: string
  /** Whether the files differ from those of the snapshot before; false for the first. */
  readonly changed: boolean
  readonly files: number
  /** Files that are not saved, or by their hash alone. */
  readonly skipped: readonly Skipped[]
}

export type ScanPlan = Omit<Scan, 'pack'>

export interface SnapshotSetting {
  readonly repository: Repository
  readonly tree: string
  readonly env: Environment
  readonly scan: ScanPlan
}

/** Takes one snapshot after the other. `take` resolves when the tree is read; writing continues in the background. */
export interface Taker {
  take(ref: Ref): Promise<Taken>
  /** Resolves when the latest snapshot can be read; rejects when it could not be written. */
  written(): Promise<void>
  /** Resolves when it is durable too. */
  durable(): Promise<void>
  latest(): Pick<Last, 'id' | 'git'> | null
}

/** The last snapshot's findings, so that the next one reads only what changed. */
interface Last extends SnapshotIds {
  readonly root: ScannedFolder | null
  readonly git: ReadGit | null
  readonly tree: string
  readonly permissions: string | null
}

export function snapshotTaker(setting: SnapshotSetting): Taker {
  const { repository } = setting
  let last: Last | null = null
  // Git lists the last snapshot while the loop is still being opened.
  let before: Promise<Known> | null = knownBefore(setting)
  before.catch(() => {})
  let [written, durable] = [Promise.resolve(), Promise.resolve()]
  return {
    latest: () => last,
    written: () => written,
    durable: () => durable,
    async take(ref) {
      // The failure was reported to the caller. A snapshot that was not written cannot be the base of another.
      await durable.catch(() => {
        last = null
      })
      const known = last === null ? await (before ?? knownBefore(setting)) : { last, isThere: () => false }
      before = null
      const pack = packWriter(repository.packs, known.isThere)
      const { next, root } = await write(setting, known.last, pack).catch((error: unknown) => {
        pack.abandon()
        throw error
      })
      // A power cut may lose the latest snapshot, but never leaves half of one. The next waits until this one is durable.
      const pointed = setImmediate()
        .then(pack.finish)
        .then(() => repository.point(ref, next.id))
      written = pointed.then(() => {}).finally(pack.abandon)
      durable = pointed.then(pointed => pointed.durable)
      for (const each of [written, durable]) each.catch(() => {})
      last = next
      const changed = known.last !== null && known.last.tree !== next.tree
      return { id: next.id, tree: next.tree, changed, files: root.count, skipped: inOrder(root.skipped) }
    },
  }
}

interface Known {
  readonly last: Last | null
  readonly isThere: (id: string) => boolean
}

/** A new process knows nothing of the tree, but need not write the objects of the last snapshot again. */
async function knownBefore(setting: SnapshotSetting): Promise<Known> {
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

/** Folders list their names in any order; equal trees must give equal snapshots. */
const inOrder = (skipped: readonly Skipped[]): Skipped[] => [...skipped].sort((a, b) => (a.path < b.path ? -1 : 1))
