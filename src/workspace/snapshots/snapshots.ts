import { relative } from 'node:path'
import { fail, ok, type Result } from '../../std/result.ts'
import { isUsageError } from '../../std/usage-error.ts'
import { hasGit } from '../../system/run-git.ts'
import type { Environment } from '../../system/shell.ts'
import { type BytePath, fromText } from './byte-path.ts'
import { freezeRules } from './freeze-rules.ts'
import { type GitState, readGit } from './git-state.ts'
import { isGitUnchanged } from './git-unchanged.ts'
import { ignoreRules } from './ignore-rules.ts'
import { prepareRepository, type Ref, type Repository, repositoryAt } from './repository.ts'
import { type RestoreOptions, type RestoreReport, restoreTree } from './restore.ts'
import { type GitRestored, restoreGit } from './restore-git.ts'
import { dropOldSnapshots } from './retention.ts'
import { type SavedSnapshots, savedSnapshots } from './saved-snapshots.ts'
import { savedGitState } from './snapshot-object.ts'
import { type ScanPlan, type SnapshotSetting, snapshotTaker, type Taken } from './snapshot-taker.ts'

/** The snapshots of one tree. Not for two calls at once: whoever holds the tree's lease holds these. */
export interface Snapshots extends SavedSnapshots {
  /** Saves the tree as it is; under the number of an iteration, or only as the present. */
  take(as: number | 'present'): Promise<Result<Taken, string>>
  /** The same for who only wants to know what the tree is: it is written behind that. Whoever asks for it waits until it is there. */
  takeSoon(as: number | 'present'): Promise<Result<Taken, string>>
  /** Resolves when what was taken is there for whoever reads; rejects when it could not be written. */
  whole(): Promise<void>
  /** Resolves when it is durable too. */
  settled(): Promise<void>
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

interface SnapshotsRequest {
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
  // What is about to be overwritten must be safe from a power cut.
  const take = (ref: Ref) => taken(ref, taker.settled)
  const refOf = (as: number | 'present'): Ref => (as === 'present' ? as : { series: 'iterations', number: as })
  /** What is asked of snapshots waits for the one that is still being written. */
  const thenAsk = <Asked extends readonly unknown[], T>(ask: (...asked: Asked) => Promise<T>) => {
    return async (...asked: Asked): Promise<T> => {
      await taker.whole().catch(() => {})
      return await ask(...asked)
    }
  }
  return {
    iterations: thenAsk(saved.iterations),
    idOf: thenAsk(saved.idOf),
    diff: thenAsk(saved.diff),
    changedPaths: thenAsk(saved.changedPaths),
    read: thenAsk(saved.read),
    take: as => taken(refOf(as), taker.whole),
    takeSoon: as => guarded(async () => ok(await taker.take(refOf(as)))),
    whole: taker.whole,
    settled: taker.settled,
    restore: (id, options) => guarded(() => restoreTree({ repository, tree, env, take }, id, options)),
    gitState: thenAsk(async id =>
      id === undefined
        ? ok((await readGit(tree, env, taker.latest()?.git ?? null))?.state ?? null)
        : savedGitState(repository, env, id),
    ),
    gitStands: thenAsk(id =>
      guarded(async () => {
        const recorded = await savedGitState(repository, env, id)
        return recorded.ok ? ok(await isGitUnchanged({ repository, tree, env }, recorded.value)) : recorded
      }),
    ),
    restoreGit: (recorded, expected) => guarded(() => restoreGit({ repository, tree, env }, recorded, expected)),
    tidy: thenAsk(keep =>
      guarded(() => dropOldSnapshots({ repository, env, present: taker.latest()?.id ?? null }, keep)),
    ),
  }
}

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
