import { existsSync } from 'node:fs'
import type { LoopState } from '../../loop/state.ts'
import { unsafeRepository } from '../../run/merge/merge-loop.ts'
import { withLease } from '../../run/tree/hold-tree.ts'
import { isUsageError } from '../../std/usage-error.ts'
import { gitIn } from '../../system/git.ts'
import { newNonce } from '../../system/shell.ts'
import { fastForward, inTheWayOf, obstacle, shortRef } from '../../workspace/worktrees/fast-forward.ts'
import { rebase } from '../../workspace/worktrees/rebase.ts'
import { workCommit } from '../../workspace/worktrees/work-commit.ts'
import { dropAttempt } from '../attempt.ts'
import type { PlanEventOf, PlanSpec, PlanStop } from '../events.ts'
import { foreignBase } from '../plan-base.ts'
import { loopOf, now, type PlanSession, taskOf } from '../session.ts'
import { type BackReason, type Landing, unproven } from './prove-result.ts'
import { uncommitted } from './target.ts'
import { contains, fileIn, makeCommit, resetList, tickedList, tipOf } from './work-commits.ts'

export type Landed =
  | { readonly kind: 'merged' }
  | { readonly kind: 'back'; readonly event: PlanEventOf<'task-back'> }
  /** The whole plan stops: nothing can be merged until a person has looked. */
  | { readonly kind: 'stop'; readonly why: PlanStop }
  /** The branch moved, or a loop works in the person's tree; the same again. */
  | { readonly kind: 'again'; readonly busy: boolean }
  | { readonly kind: 'broken'; readonly says: string }

/**
 * Merges the verified result of a task: rebases it as one commit with its mark in the list, verifies that commit with the task's
 * criterion and the plan's gate, and only then moves the branch. Nothing is pushed.
 */
export async function land(session: PlanSession, id: string, signal: AbortSignal): Promise<Landed> {
  const { parts, plan } = session
  const { spec } = plan.state()
  const { loops } = taskOf(session, id)
  const state = await loopOf(session, loops.at(-1) ?? '')
  const own = state?.spec.worktree ?? null
  if (state === null || own === null) return broken('the loop of this result no longer exists')
  const unsafe = await unsafeRepository(
    { ...own, programs: spec.programs, checkout: undefined },
    state.spec.tree,
    parts.env,
  )
  if (unsafe !== null) return stop({ because: 'tampered', says: unsafe.says })
  const tip = await tipOf(gitIn(spec.tree, parts.env), spec.onto)
  if (tip === null) return stop({ because: 'branch_gone', says: `The branch ${shortRef(spec.onto)} no longer exists.` })
  const foreign = await foreignBase(session, tip)
  if (foreign !== null) return stop(foreign)
  const dirty = (await dirtyTarget(spec, parts.env)) ?? (await elsewhere(spec, tip, parts.env))
  if (dirty !== null) return dirty
  const work = await squashed(session, id, state)
  if (!work.ok) return broken(work.error)
  const rebased = await rebase({
    tree: state.spec.tree,
    origin: spec.tree,
    work: work.value,
    base: own.base,
    tip,
    programs: spec.programs,
    checkout: plan.state().base?.checkout,
    env: parts.env,
  })
  if (!rebased.ok) {
    const { error } = rebased
    if (error.kind === 'git') return broken(error.says)
    if (error.kind === 'programs') return stop({ because: 'tampered', says: `git would run ${error.names.join(', ')}` })
    if (error.kind === 'checkout')
      return stop({ because: 'tampered', says: `git would check out other files: ${error.names.join(', ')}` })
    const says = `it conflicts with ${shortRef(spec.onto)} in ${error.files.join(', ')}`
    return back(id, work.value, { because: 'conflict', says, details: error.hunks, files: error.files })
  }
  try {
    return await proveAndMove(session, id, { state, tip, work: work.value, rebased: rebased.value, signal })
  } finally {
    await rebased.value.close()
  }
}

const stop = (why: PlanStop): Landed => ({ kind: 'stop', why })

const broken = (says: string): Landed => ({ kind: 'broken', says })

const back = (task: string, work: string, why: BackReason): Landed => ({
  kind: 'back',
  event: { kind: 'task-back', at: now(), task, work, ...why },
})

async function dirtyTarget(spec: PlanSpec, env: PlanSession['parts']['env']): Promise<Landed | null> {
  const names = await uncommitted(spec.tree, spec.onto, env)
  if (names === null) return null
  const says = `${spec.tree} has uncommitted changes (${names}). Commit or stash them, then: agent-loop plan run`
  return stop({ because: 'dirty_target', says })
}

/** The branch is checked out in another worktree, whose files would not follow. */
async function elsewhere(spec: PlanSpec, tip: string, env: PlanSession['parts']['env']): Promise<Landed | null> {
  const trouble = await obstacle({ origin: spec.tree, ref: spec.onto, from: tip, env })
  if (trouble === null) return null
  if ((await tipOf(gitIn(spec.tree, env), spec.onto)) !== tip) return { kind: 'again', busy: false }
  return stop({ because: 'dirty_target', says: `${trouble}. Check out another branch there.` })
}

const messageFor = (title: string, task: string, loop: string): string =>
  `${title}\n\nTask ${task}, verified by the loop ${loop}.`

/** The work as one commit on its base, with the marks of the list as they were there. */
async function squashed(session: PlanSession, id: string, { spec: loop }: LoopState) {
  const { parts, plan } = session
  const { spec } = plan.state()
  const base = loop.worktree?.base ?? ''
  const { task } = taskOf(session, id)
  const message = messageFor(task.title, id, loop.id)
  const work = await workCommit(loop.tree, message, parts.env)
  if (!work.ok) return work
  const path = spec.source?.tracked ?? null
  const before = path === null ? null : await fileIn(spec.tree, base, path, parts.env)
  const reset =
    path === null || before === null
      ? null
      : resetList(before, await fileIn(spec.tree, work.value, path, parts.env), { path, own: task })
  if (reset !== null && reset.boxes.length + reset.tasks.length > 0)
    await plan.save({
      ...{ kind: 'boxes-reset', at: now(), task: id, loop: loop.id, boxes: reset.boxes },
      ...(reset.tasks.length === 0 ? {} : { tasks: reset.tasks }),
    })
  const replace = path === null || reset === null ? null : { path, text: reset.text }
  return await makeCommit(spec.tree, { files: work.value, parent: base, message, replace }, parts.env)
}

async function proveAndMove(session: PlanSession, id: string, landing: Landing): Promise<Landed> {
  const { parts, plan } = session
  const { spec } = plan.state()
  const { tip } = landing
  const commit = await withTick(session, id, landing)
  if (!commit.ok) return broken(commit.error)
  const move = { origin: spec.tree, ref: spec.onto, from: tip, to: commit.value, env: parts.env }
  const files = await inTheWayOf(move)
  if (files !== null) return stop({ because: 'dirty_target', says: `${files}. Move or commit them.` })
  const why = await unproven(session, id, { ...landing, commit: commit.value })
  if (landing.signal.aborted) return stop({ because: 'interrupted', says: 'interrupted' })
  if (why !== null) return back(id, landing.work, why)
  await plan.save({ kind: 'merge-commit', at: now(), task: id, tip, commit: commit.value })
  const moved = await movedTo(session, id, move)
  if (moved !== null) return moved
  await plan.save({ kind: 'task-merged', at: now(), task: id, commit: commit.value })
  return { kind: 'merged' }
}

/** The commit that lands: the rebased work, and the mark of the task in the list. */
async function withTick(session: PlanSession, id: string, { tip, rebased, state }: Landing) {
  const { parts, plan } = session
  const { spec } = plan.state()
  const path = spec.source?.tracked ?? null
  const text = path === null ? null : tickedList(await fileIn(spec.tree, rebased.commit, path, parts.env), path, id)
  if (text === null || path === null) return { ok: true, value: rebased.commit } as const
  const message = messageFor(taskOf(session, id).task.title, id, state.spec.id)
  return await makeCommit(
    spec.tree,
    { files: rebased.commit, parent: tip, message, replace: { path, text } },
    parts.env,
  )
}

type Move = Parameters<typeof fastForward>[0]

/** Null when the branch has moved; else what to do. No loop may work in the person's tree meanwhile. */
async function movedTo({ parts }: PlanSession, id: string, move: Move): Promise<Landed | null> {
  if (move.to === move.from) return null
  try {
    const moved = await withLease(parts, { tree: move.origin, loop: `plan ${id}`, nonce: newNonce() }, () =>
      fastForward(move),
    )
    if (moved.ok || (await contains(gitIn(move.origin, parts.env), move.ref, move.to))) return null
    if ((await tipOf(gitIn(move.origin, parts.env), move.ref)) !== move.from) return { kind: 'again', busy: false }
    return stop({ because: 'dirty_target', says: `${moved.error}. Commit or stash, then: agent-loop plan run` })
  } catch (error) {
    if (!isUsageError(error) || error.code !== 'tree-busy') throw error
    return { kind: 'again', busy: true }
  }
}

/** Removes everything of a merged task but its records, and what lost a race. */
export async function tidyMerged(session: PlanSession, id: string): Promise<void> {
  const { loops, lost } = taskOf(session, id)
  for (const loop of loops.filter(each => !lost.includes(each))) await dropAttempt(session, loop, { branch: true })
}

/** Keeps the work of an attempt on its branch, without its worktree. `work`: the commit, when there is one already. */
export async function keepWork(session: PlanSession, loop: string, work: string | null): Promise<void> {
  const { parts, plan } = session
  const { tree, programs } = plan.state().spec
  const state = await loopOf(session, loop)
  const own = state?.spec.worktree ?? null
  const there = state !== null && own !== null && existsSync(state.spec.tree)
  // Reading the files could start a program that the agent configured; then they stay where they are.
  if (there && (await unsafeRepository({ ...own, programs, checkout: undefined }, state.spec.tree, parts.env)) !== null)
    return
  const made = work === null && there ? await workCommit(state.spec.tree, `Work of the loop ${loop}`, parts.env) : null
  await dropAttempt(session, loop, { branch: false })
  const commit = work ?? (made?.ok ? made.value : null)
  if (commit !== null) await gitIn(tree, parts.env)('update-ref', `refs/heads/agent-loop/${loop}`, commit)
}
