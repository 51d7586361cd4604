import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isOpen } from '../loop/status.ts'
import { createAgentLoop } from '../run/agent-loop.ts'
import { reapOrphans } from '../store/lease.ts'
import { gitIn } from '../system/git.ts'
import { gitFolders } from '../workspace/snapshots/user-repository.ts'
import { dropMerges } from './attempt.ts'
import { keepWork, tidyMerged } from './merge/land.ts'
import { contains } from './merge/work-commits.ts'
import { currentLoops, type TaskState } from './plan-state.ts'
import { loopOf, now, type PlanSession } from './session.ts'

/**
 * Brings a plan that was paused or killed into a state from which it can continue: ends processes that a dead one left, finishes or
 * forgets merges that were under way, and removes worktrees that nobody needs. Doing it twice changes nothing.
 */
export async function recover(session: PlanSession): Promise<void> {
  const { parts, plan } = session
  await reapOrphans({ disk: parts.disk, directory: parts.layout.leases, self: parts.self })
  await indexFree(plan.state().spec.tree)
  for (const task of plan.state().tasks) {
    if (task.merging !== null) await settleMerge(session, task)
    await tidyAttempts(session, task.task.id)
  }
  for (const task of plan.state().tasks) if (task.status === 'needs_you') await lookAgain(session, task)
}

const LOCK_POLL_MS = 50
const LOCK_POLLS = 100

/** A git process that a dead plan started may still be moving the branch. */
async function indexFree(tree: string): Promise<void> {
  const folders = gitFolders(tree)
  const lock = folders === null ? null : join(folders.own, 'index.lock')
  for (let polls = 0; lock !== null && existsSync(lock) && polls < LOCK_POLLS; polls++) await sleep(LOCK_POLL_MS)
}

/** The branch says whether a merge was finished. One that was not is done again from its beginning. */
async function settleMerge(session: PlanSession, { task, merging }: TaskState): Promise<void> {
  const { parts, plan } = session
  const { spec } = plan.state()
  const gate = merging === null || merging.gate === '' ? null : await loopOf(session, merging.gate)
  if (gate && (gate.outcome === null || isOpen(gate.outcome.kind)))
    await createAgentLoop({ cwd: spec.workspace, env: parts.env, stateDirectory: parts.layout.view }).abort(
      gate.spec.id,
      parts.signal,
    )
  const commit = merging?.commit ?? null
  if (commit === null || !(await contains(gitIn(spec.tree, parts.env), spec.onto, commit))) return
  await plan.save({ kind: 'task-merged', at: now(), task: task.id, commit })
}

/** Only the current loops of an unfinished task, and those that lost a race, need their worktrees. */
async function tidyAttempts(session: PlanSession, id: string): Promise<void> {
  const { parts, plan } = session
  const found = plan.state().tasks.find(({ task }) => task.id === id)
  if (!found) return
  if (found.status === 'done') return await tidyMerged(session, id)
  for (const loop of found.loops) await dropMerges(parts, plan.state().spec.tree, loop)
  const latest = found.loops.at(-1)
  const needed = found.status === 'waiting' ? found.lost : [...currentLoops(found), ...found.lost]
  for (const loop of found.loops.filter(id => !needed.includes(id)))
    await keepWork(session, loop, loop === latest ? (found.back?.work ?? null) : null)
}

/** A person may have resumed the loop of a task, or paused it only. */
async function lookAgain(session: PlanSession, { task, loops, needs }: TaskState): Promise<void> {
  const loop = loops.at(-1)
  const state = loop === undefined ? null : await loopOf(session, loop)
  if (loop === undefined || state === null || needs?.because === 'merge') return
  const { outcome } = state
  const isBack = outcome === null || outcome.kind === 'paused' || outcome.kind === 'verified'
  if (isBack) await session.plan.save({ kind: 'task-start', at: now(), task: task.id, loop })
}
