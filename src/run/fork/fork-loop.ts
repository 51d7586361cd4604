import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { LoopSpec, LoopState } from '../../loop/state.ts'
import { activityLogIn, type Layout, loopPaths } from '../../store/layout.ts'
import type { Disk } from '../../system/disk.ts'
import type { Environment } from '../../system/shell.ts'
import { treeOf } from '../../system/tree.ts'
import { repositoryAt } from '../../workspace/snapshots/repository.ts'
import { savedSnapshots } from '../../workspace/snapshots/saved-snapshots.ts'
import { seedSnapshots } from '../../workspace/snapshots/seed-snapshots.ts'
import { savedGitState } from '../../workspace/snapshots/snapshot-object.ts'
import { runProblem } from '../problems.ts'
import { ownWorktree, type Workplace } from '../request/own-worktree.ts'
import { type RunRequest, requestOf } from '../run-request.ts'
import { treeKeeper } from '../tree/tree-keeper.ts'

interface ForkParts {
  readonly disk: Disk
  readonly layout: Layout
  readonly env: Environment
  readonly err: (line: string) => void
}

interface Fork {
  readonly origin: LoopState
  readonly iteration: number
  /** What differs from the request of the original loop. */
  readonly changes: Partial<RunRequest>
}

/**
 * Prepares a loop that continues from a turn of another one: in its own worktree, with the files from before the first turn of that loop.
 * Its baseline is therefore the same, and what was changed since, by whichever agent, is checked as its own work. The original loop and
 * its tree are not touched, so it may still be running.
 */
export async function openFork({ origin, iteration, changes }: Fork, parts: ForkParts): Promise<Workplace> {
  const { layout, env, err } = parts
  const { spec } = origin
  const cwd = join(spec.worktree?.origin ?? spec.tree, relative(spec.tree, spec.workspace))
  if (!existsSync(cwd)) throw runProblem('fork-place-gone', { id: spec.id, directory: cwd })
  const from = await startOf(spec, parts)
  const snapshot = await snapshotOf(spec.id, iteration, parts)
  const asked: RunRequest = {
    ...(await requestAgain(spec, parts)),
    ...changes,
    forkOf: { loop: spec.id, iteration, snapshot },
  }
  const place = await ownWorktree({ cwd, env, err }, layout.view, asked, from)
  const { id } = place.request
  try {
    if (id) await putStart(spec.id, id, place, parts)
    return place
  } catch (error) {
    await place.tidy(null)
    throw error
  }
}

async function snapshotOf(id: string, iteration: number, { layout, env }: ForkParts): Promise<string> {
  const saved = savedSnapshots(loopPaths(layout, id).snapshots, env)
  const found = await saved.idOf(iteration)
  if (found === null) throw runProblem('turn-not-kept', { iteration, kept: await saved.iterations() })
  return found
}

/** The branch and the commit that were checked out before the first turn. */
async function startOf(spec: LoopSpec, parts: ForkParts): Promise<{ readonly onto?: string; readonly at?: string }> {
  const { worktree } = spec
  if (worktree !== null) return { at: worktree.base, ...(worktree.onto === null ? {} : { onto: worktree.onto }) }
  const repository = repositoryAt(loopPaths(parts.layout, spec.id).snapshots)
  const git = await savedGitState(repository, parts.env, await snapshotOf(spec.id, 0, parts))
  if (!git.ok) throw runProblem('snapshots-unreadable', { because: git.error })
  const { commit = null, ref = null } = git.value ?? {}
  return { ...(commit === null ? {} : { at: commit }), ...(ref === null ? {} : { onto: ref }) }
}

async function putStart(origin: string, id: string, place: Workplace, parts: ForkParts): Promise<void> {
  const { layout, env } = parts
  const repository = loopPaths(layout, id).snapshots
  await seedSnapshots(loopPaths(layout, origin).snapshots, repository)
  const tree = treeOf(place.cwd)
  const exclude = [layout.view, layout.home, activityLogIn(tree)]
  const keeper = await treeKeeper({ repository, tree, exclude, env, warn: () => {} })
  const trouble = await keeper.place(await snapshotOf(origin, 0, parts))
  await keeper.settled()
  if (trouble !== null) throw runProblem('fork-start-incomplete', { id: origin, because: trouble })
}

/**
 * The same loop again. Findings that were waived after its first turn are not waived here: nobody knows whether a person did that, and
 * flags count as a person's decision.
 */
async function requestAgain(spec: LoopSpec, { disk, layout }: ForkParts): Promise<RunRequest> {
  const { strategy, checkWhen, proof, mayChange, free, waive, quarantine, acceptClaims, proofJobs, restore } = spec
  const { mutants, holdOut, expectNow, taskClass, acceptance, limits } = spec
  const yaml = await disk.read(loopPaths(layout, spec.id).proposal)
  return {
    ...requestOf(spec),
    ...{ strategy, checkWhen, proof, mayChange, free, waive, quarantine, acceptClaims, proofJobs, restore },
    ...{ mutants, holdOut, expectNow, acceptance, limits },
    ...(taskClass === null ? {} : { taskClass }),
    ...(yaml === null ? {} : { proposal: { yaml, rationale: spec.rationale } }),
  }
}
