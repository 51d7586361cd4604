import { relative } from 'node:path'
import type { Environment } from '../host/shell.ts'
import { fail, ok, type Result } from '../std/result.ts'
import { isUsageError } from '../std/usage-error.ts'
import { addSnapshot, recordedGit, type SnapshotIds } from './about.ts'
import { type BytePath, fromText } from './bytes-path.ts'
import { freezeRules } from './freeze-rules.ts'
import { gitStands } from './git-stands.ts'
import { type GitState, type SeenGit, sameGit, seeGit } from './git-state.ts'
import { ignoreRules } from './ignore-rules.ts'
import { type PackWriter, packWriter } from './pack-file.ts'
import { writePermissions } from './permissions.ts'
import { prepareRepository, type Ref, type Repository, repositoryAt } from './repository.ts'
import { type RestoreOptions, type RestoreReport, restoreTree } from './restore.ts'
import { type GitRestored, restoreGit } from './restore-git.ts'
import { hasGit } from './run-git.ts'
import { ownGit, type SavedSnapshots, savedSnapshots } from './saved-snapshots.ts'
import { type Folder, type Scan, type Skipped, scanTree } from './scan-tree.ts'
import { tidy } from './tidy.ts'

/** The snapshots of one tree. Not for two calls at once: whoever holds the tree's lease holds these. */
export interface Snapshots extends SavedSnapshots {
  /** Saves the tree as it is; under the number of an iteration, or only as the present. */
  take(as: number | 'present'): Promise<Result<Taken, string>>
  /** Puts the files back as they are in `id`. The present is saved first. */
  restore(id: string, options: RestoreOptions): Promise<Result<RestoreReport, string>>
  /** Where the person's repository stands now, and where it stood at a snapshot. Null in a tree without git. */
  gitState(id?: string): Promise<Result<GitState | null, string>>
  /** Whether branch and staged files are as they were at a snapshot. */
  gitStands(id: string): Promise<Result<boolean, string>>
  /** Brings branch and index back, if all is still as `expected` says. */
  restoreGit(recorded: GitState, expected: GitState): Promise<Result<GitRestored, string>>
  /** Drops what nobody will ask for: of the iterations the first, the last fifty and those named stay. */
  tidy(keep: readonly number[]): Promise<Result<null, string>>
}

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

export interface SnapshotsRequest {
  /** Where they are kept: a folder of our own, outside the tree or named in `exclude`. */
  readonly repository: string
  readonly tree: string
  /** Absolute paths in the tree that are ours. */
  readonly exclude: readonly string[]
  readonly env: Environment
}

/** Opens the snapshots of a tree. The first time, the ignore rules are read and frozen. */
export async function openSnapshots(request: SnapshotsRequest): Promise<Result<Snapshots, string>> {
  const { tree, env } = request
  if (!hasGit(env)) return fail('there is no git in PATH, and without it nothing could be compared or put back')
  const repository = repositoryAt(request.repository)
  return guarded(async () => {
    await prepareRepository(repository)
    const excluded = new Set(
      [...request.exclude, request.repository].map(path => fromText(relative(tree, path))).filter(isInside),
    )
    const scan = await scanOf(repository, tree, env, excluded)
    if (!scan.ok) return scan
    return ok(snapshotsOf({ repository, tree, env, scan: scan.value }))
  })
}

type ScanPlan = Omit<Scan, 'pack'>

interface Setting {
  readonly repository: Repository
  readonly tree: string
  readonly env: Environment
  readonly scan: ScanPlan
}

async function scanOf(
  repository: Repository,
  tree: string,
  env: Environment,
  excluded: ReadonlySet<BytePath>,
): Promise<Result<ScanPlan, string>> {
  const saved = await repository.rules()
  if (saved !== null) return ok({ root: fromText(tree), rules: ignoreRules(saved), excluded })
  // With other rules other files would seem to come and go.
  if ((await repository.numbers('iterations')).length > 0)
    return fail(`the ignore rules of the first snapshot are lost from ${repository.path}`)
  const frozen = await freezeRules(tree, env, excluded)
  if (!frozen.ok) return frozen
  await repository.saveRules(frozen.value)
  return ok({ root: fromText(tree), rules: ignoreRules(frozen.value), excluded })
}

/** What the last snapshot saw, so that the next one reads only what changed. */
interface Last extends SnapshotIds {
  readonly root: Folder | null
  readonly git: SeenGit | null
  readonly tree: string
  readonly permissions: string | null
}

function snapshotsOf(setting: Setting): Snapshots {
  const { repository, tree, env } = setting
  const saved = savedSnapshots(repository.path, env)
  let last: Last | null = null
  let durable = Promise.resolve()
  const save = async (ref: Ref): Promise<Taken> => {
    const before = durable
    durable = Promise.resolve()
    await before
    const known = last === null ? await knownBefore(setting) : { last, isThere: () => false }
    const pack = packWriter(repository.packs, known.isThere)
    const { next, root } = await write(setting, known.last, pack).finally(pack.abandon)
    // A power cut may take the latest snapshot; it never leaves half of one. The next waits until this one is durable.
    durable = (await repository.pointSoon(ref, next.id)).durable
    durable.catch(() => {})
    last = next
    const changed = known.last !== null && known.last.tree !== next.tree
    return { id: next.id, tree: next.tree, changed, files: root.count, skipped: inOrder(root.skipped) }
  }
  const take = (ref: Ref): Promise<Result<Taken, string>> => guarded(async () => ok(await save(ref)))
  return {
    ...saved,
    take: as => take(as === 'present' ? as : { series: 'iterations', number: as }),
    restore: (id, options) => guarded(() => restoreTree({ repository, tree, env, take }, id, options)),
    gitState: async id =>
      id === undefined
        ? ok((await seeGit(tree, env, last?.git ?? null))?.state ?? null)
        : recordedGit(repository, env, id),
    gitStands: id =>
      guarded(async () => {
        const recorded = await recordedGit(repository, env, id)
        return recorded.ok ? ok(await gitStands({ repository, tree, env }, recorded.value)) : recorded
      }),
    restoreGit: (recorded, expected) => guarded(() => restoreGit({ repository, tree, env }, recorded, expected)),
    tidy: keep => guarded(() => tidy({ repository, env, present: last?.id ?? null }, keep)),
  }
}

/** In a new process nothing is known of the tree, but the objects of the last snapshot need not be written again. */
async function knownBefore(setting: Setting): Promise<{ last: Last | null; isThere: (id: string) => boolean }> {
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
  { tree, env, scan }: Setting,
  last: Last | null,
  pack: PackWriter,
): Promise<{ next: Last; root: Folder }> {
  const git = await seeGit(tree, env, last?.git ?? null)
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
  await pack.finish()
  return { next: { ...ids, root, git, tree: files, permissions }, root }
}

/** A folder lists its names in any order; equal trees are to give equal snapshots. */
const inOrder = (skipped: readonly Skipped[]): Skipped[] => [...skipped].sort((a, b) => (a.path < b.path ? -1 : 1))

const isInside = (path: BytePath): boolean => path !== '' && path !== '..' && !path.startsWith('../')

/** A disk that is full or not ours is a reason, not a crash: a loop may go on without snapshots, if it says so. */
async function guarded<T>(work: () => Promise<Result<T, string>>): Promise<Result<T, string>> {
  try {
    return await work()
  } catch (error) {
    if (isUsageError(error) || (error instanceof Error && 'code' in error)) return fail(error.message)
    throw error
  }
}
