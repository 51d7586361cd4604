import { relative } from 'node:path'
import { fail, ok, type Result } from '../../std/result.ts'
import { isUsageError } from '../../std/usage-error.ts'
import { hasGit } from '../../system/run-git.ts'
import type { Environment } from '../../system/shell.ts'
import { type BytePath, fromText } from './byte-path.ts'
import { freezeRules } from './freeze-rules.ts'
import { type GitState, isGitUnchanged, readGit, untrackedSince } from './git-state.ts'
import { ignoreRules } from './ignore-rules.ts'
import { prepareRepository, type Ref, type Repository, repositoryAt } from './repository.ts'
import { type RestoreOptions, type RestoreReport, restoreTree } from './restore.ts'
import { type GitRestored, restoreGit } from './restore-git.ts'
import { type SavedSnapshots, savedSnapshots } from './saved-snapshots.ts'
import { savedGitState } from './snapshot-object.ts'
import { type ScanPlan, type SnapshotSetting, snapshotTaker, type Taken } from './snapshot-taker.ts'

/** The snapshots of one tree. Only the holder of the tree's lease may use them, one call at a time. */
export interface Snapshots extends SavedSnapshots {
  /** Saves the tree, under the number of an iteration or only as the present. */
  take(as: number | 'present'): Promise<Result<Taken, string>>
  /** The same, but resolves before the snapshot is written. Later calls wait until it is. */
  takeSoon(as: number | 'present'): Promise<Result<Taken, string>>
  /** Resolves when the latest snapshot can be read; rejects when it could not be written. */
  written(): Promise<void>
  /** Resolves when the latest snapshot is durable too. */
  durable(): Promise<void>
  /** Restores the files of `id`, and saves the present ones first. */
  restore(id: string, options: RestoreOptions): Promise<Result<RestoreReport, string>>
  /** Branch and index of the user's repository, now or at a snapshot. Null in a tree without git. */
  gitState(id?: string): Promise<Result<GitState | null, string>>
  /** Whether branch and staged files are as they were at a snapshot. */
  isGitUnchanged(id: string): Promise<Result<boolean, string>>
  /** Files that git tracked at a snapshot, and that are still there without being tracked. */
  untrackedSince(id: string): Promise<Result<readonly string[], string>>
  /** Restores branch and index, if both are still as `expected` says. */
  restoreGit(recorded: GitState, expected: GitState): Promise<Result<GitRestored, string>>
}

interface SnapshotsRequest {
  /** The folder that holds them, outside the tree or listed in `exclude`. */
  readonly repository: string
  readonly tree: string
  /** Absolute paths in the tree that belong to agent-loop. */
  readonly exclude: readonly string[]
  readonly env: Environment
}

/** Opens the snapshots of a tree. The first time, the ignore rules are read and frozen. */
export async function openSnapshots(request: SnapshotsRequest): Promise<Result<Snapshots, string>> {
  const { tree, env } = request
  if (!hasGit(env)) return fail('git is not in PATH; comparing and restoring files needs it')
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

async function scanOf(
  repository: Repository,
  tree: string,
  env: Environment,
  excluded: ReadonlySet<BytePath>,
): Promise<Result<ScanPlan, string>> {
  const saved = await repository.rules()
  if (saved !== null) return ok({ root: fromText(tree), rules: ignoreRules(saved), excluded })
  // With other rules, files would seem to appear or disappear.
  if ((await repository.numbers('iterations')).length > 0)
    return fail(`the ignore rules of the first snapshot are lost from ${repository.path}`)
  const frozen = await freezeRules(tree, env, excluded)
  if (!frozen.ok) return frozen
  await repository.saveRules(frozen.value)
  return ok({ root: fromText(tree), rules: ignoreRules(frozen.value), excluded })
}

function snapshotsOf(setting: SnapshotSetting): Snapshots {
  const { repository, tree, env } = setting
  const saved = savedSnapshots(repository.path, env)
  const taker = snapshotTaker(setting)
  const taken = (ref: Ref, until: () => Promise<void>): Promise<Result<Taken, string>> =>
    guarded(async () => {
      const found = await taker.take(ref)
      await until()
      return ok(found)
    })
  // Files that are about to be overwritten must survive a power cut.
  const take = (ref: Ref) => taken(ref, taker.durable)
  const refOf = (as: number | 'present'): Ref => (as === 'present' ? as : { series: 'iterations', number: as })
  /** Queries wait for the snapshot that is still being written. */
  const afterWrite = <Arguments extends readonly unknown[], T>(query: (...given: Arguments) => Promise<T>) => {
    return async (...given: Arguments): Promise<T> => {
      await taker.written().catch(() => {})
      return await query(...given)
    }
  }
  return {
    iterations: afterWrite(saved.iterations),
    idOf: afterWrite(saved.idOf),
    idBeforeRestore: afterWrite(saved.idBeforeRestore),
    diff: afterWrite(saved.diff),
    changedPaths: afterWrite(saved.changedPaths),
    lineCounts: afterWrite(saved.lineCounts),
    read: afterWrite(saved.read),
    take: as => taken(refOf(as), taker.written),
    takeSoon: as => guarded(async () => ok(await taker.take(refOf(as)))),
    written: taker.written,
    durable: taker.durable,
    restore: (id, options) => guarded(() => restoreTree({ repository, tree, env, take }, id, options)),
    gitState: afterWrite(async id =>
      id === undefined
        ? ok((await readGit(tree, env, taker.latest()?.git ?? null))?.state ?? null)
        : savedGitState(repository, env, id),
    ),
    isGitUnchanged: afterWrite(id =>
      guarded(async () => {
        const recorded = await savedGitState(repository, env, id)
        return recorded.ok ? ok(await isGitUnchanged({ repository, tree, env }, recorded.value)) : recorded
      }),
    ),
    untrackedSince: afterWrite(id =>
      guarded(async () => {
        const recorded = await savedGitState(repository, env, id)
        return recorded.ok ? ok(await untrackedSince({ repository, tree, env }, recorded.value)) : recorded
      }),
    ),
    restoreGit: (recorded, expected) => guarded(() => restoreGit({ repository, tree, env }, recorded, expected)),
  }
}

const isInside = (path: BytePath): boolean => path !== '' && path !== '..' && !path.startsWith('../')

/** A full or unwritable disk is an error result, not a crash: a loop may continue without snapshots, if it says so. */
async function guarded<T>(work: () => Promise<Result<T, string>>): Promise<Result<T, string>> {
  try {
    return await work()
  } catch (error) {
    if (isUsageError(error) || (error instanceof Error && 'code' in error)) return fail(error.message)
    throw error
  }
}
