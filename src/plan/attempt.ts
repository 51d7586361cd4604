import { existsSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import type { AgentConfig } from '../agents/config.ts'
import type { LoopEvent } from '../loop/events.ts'
import type { Outcome } from '../loop/outcome.ts'
import type { LoopState } from '../loop/state.ts'
import { createAgentLoop } from '../run/agent-loop.ts'
import type { Lane } from '../run/race/race.ts'
import { ownWorktree, type Workplace } from '../run/request/own-worktree.ts'
import type { RunRequest } from '../run/run-request.ts'
import { fail, ok, type Result } from '../std/result.ts'
import { isUsageError } from '../std/usage-error.ts'
import { gitIn } from '../system/git.ts'
import { newPrograms } from '../system/git-programs.ts'
import { dropWorktree } from '../workspace/worktrees/drop-worktree.ts'
import { applyWork, workAsFirstTurn } from './earlier-work.ts'
import { changedCopies, ignoredFiles } from './plan-base.ts'
import { loopHere, type PlanSession, taskOf } from './session.ts'
import { requestFor } from './task-request.ts'

/** Why no loop could run: nothing of it is left. */
export interface NotRun {
  /** `detached`: it runs on another machine, and this process ends before it. */
  readonly because: 'tampered' | 'refused' | 'foreign_files' | 'detached'
  readonly says: string
}

/** One loop of a task, and how it runs. */
interface AttemptedLoop {
  readonly loop: string
  readonly signal: AbortSignal
  /** Its race, its agent, and its lane there. */
  readonly racer?: { readonly race: string; readonly agent: AgentConfig | null; readonly lane: Lane }
}

/** Runs a loop of a task in its own worktree, or resumes it where it stands. */
export const attempt = (session: PlanSession, id: string, asked: AttemptedLoop): Promise<Result<LoopState, NotRun>> =>
  runLoop(session, id, asked).catch(notRunBecause)

export function notRunBecause(error: unknown): Result<LoopState, NotRun> {
  if (!isUsageError(error)) throw error
  return fail({ because: 'refused', says: `${error.message} ${error.hint}` } as const)
}

async function runLoop(session: PlanSession, id: string, asked: AttemptedLoop): Promise<Result<LoopState, NotRun>> {
  const { loop, signal, racer } = asked
  const begun = await loopHere(session, loop)
  if (begun === null && (await session.parts.elsewhere?.has(loop))) return await followed(session, id, asked)
  if (begun === null) return await begin(session, id, asked)
  if (begun.outcome && !isStoppedWithPlan(begun.outcome)) return ok(begun)
  if (!existsSync(begun.spec.workspace))
    return fail({ because: 'refused', says: `${begun.spec.workspace} no longer exists` })
  const loops = createAgentLoop(optionsFor(session, id, begun.spec.workspace, racer?.lane))
  return ok(await loops.resume(loop, { heeding: false, mayAct: racer?.lane.hasWon }, signal))
}

/** It is resumed with the plan. */
export const isStoppedWithPlan = (outcome: Outcome | null): boolean =>
  outcome === null || outcome.kind === 'paused' || (outcome.kind === 'aborted' && outcome.interrupted === true)

/** Ends a loop of a task after its current turn. */
export async function pauseLoop(session: PlanSession, id: string, loop: string, because: string): Promise<void> {
  const state = await loopHere(session, loop)
  if (state === null) return await session.parts.elsewhere?.pause(loop, because)
  await createAgentLoop(optionsFor(session, id, state.spec.workspace)).pause(loop, session.parts.signal, because)
}

const optionsFor = ({ parts }: PlanSession, id: string, cwd: string, lane?: Lane) => ({
  cwd,
  env: parts.env,
  stateDirectory: parts.layout.view,
  emit: (event: LoopEvent) => {
    if (event.kind === 'loop-end' && event.status === 'verified') lane?.verified()
    parts.onLoopEvent?.(id, event)
  },
  onProving: () => parts.onProving?.(id),
  onWarning: (message: string) => parts.note(`${id}: ${message}`),
  ...(parts.onKillSwitch ? { onKillSwitch: parts.onKillSwitch } : {}),
})

async function begin(session: PlanSession, id: string, attempted: AttemptedLoop): Promise<Result<LoopState, NotRun>> {
  const { loop, signal, racer } = attempted
  const { parts, plan } = session
  const { spec, tip } = plan.state()
  if (parts.elsewhere && racer) return fail({ because: 'refused', says: 'A race does not run in a fleet.' })
  await dropAttempt(session, loop, { branch: true })
  const added = await newPrograms(spec.tree, spec.programs, parts.env)
  if (added.length > 0)
    return fail({
      because: 'tampered',
      says: `git would run a program that was not configured when the plan began (${added.join(', ')})`,
    })
  const asked = { ...(await requestFor(session, id, racer?.agent ?? null)), id: loop }
  const context = { cwd: spec.workspace, env: parts.env, err: () => {} }
  const place = await ownWorktree(context, parts.layout.view, asked, {
    onto: spec.onto,
    ...(tip === null ? {} : { at: tip }),
    ...ignoredFiles(session),
  })
  const poisoned = await changedCopies(session)
  if (poisoned !== null) {
    await place.tidy(null)
    return fail({ because: 'foreign_files', says: poisoned.says })
  }
  const seeded = await withEarlierWork(session, id, place)
  if (!seeded.ok) {
    await place.tidy(null)
    return fail({ because: 'refused', says: seeded.error })
  }
  if (parts.elsewhere) return await submitted(session, id, attempted, place)
  const loops = createAgentLoop(optionsFor(session, id, place.cwd, racer?.lane))
  const request = racer === undefined ? seeded.value : { ...seeded.value, race: racer.race, mayAct: racer.lane.hasWon }
  return ok(
    await loops.run(request, signal).catch(async (error: unknown) => {
      await place.tidy(null)
      throw error
    }),
  )
}

/** The request of a loop, with the work that came back from the merge queue. On another machine, the files have to travel. */
async function withEarlierWork(
  session: PlanSession,
  id: string,
  { cwd, request }: Workplace,
): Promise<Result<RunRequest, string>> {
  const { back, loops } = taskOf(session, id)
  if (back === null) return ok(request)
  if (session.parts.elsewhere) {
    const applied = await applyWork(cwd, back.work, session)
    return applied.ok ? ok(request) : applied
  }
  const loop = request.id ?? ''
  const earlier = loops.findLast(each => each !== loop) ?? loop
  const forkOf = await workAsFirstTurn(cwd, { loop, earlier, work: back.work }, session)
  if (!forkOf.ok) return forkOf
  const { limits } = request
  // Putting the work in place is a turn, but none of the agent's.
  const iterations = limits?.iterations === undefined ? {} : { iterations: limits.iterations + 1 }
  return ok({ ...request, forkOf: forkOf.value, limits: { ...limits, ...iterations } })
}

/** The same on another machine: the files of the worktree travel there, and the result comes back to it. */
async function submitted(
  session: PlanSession,
  id: string,
  asked: AttemptedLoop,
  { cwd, request, tidy }: Workplace,
): Promise<Result<LoopState, NotRun>> {
  try {
    await session.parts.elsewhere?.submit(cwd, { ...request, id: asked.loop })
  } catch (error) {
    await tidy(null)
    throw error
  }
  return await followed(session, id, asked)
}

/** Waits for a loop that runs on another machine. One that stops with the plan stays there; any other end comes to its worktree. */
async function followed(
  { parts, plan }: PlanSession,
  id: string,
  { loop, signal }: AttemptedLoop,
): Promise<Result<LoopState, NotRun>> {
  const { elsewhere } = parts
  const { tree, workspace, onto, programs } = plan.state().spec
  const path = join(parts.layout.worktrees, loop, basename(tree) || 'root')
  const base = await gitIn(path, parts.env)('rev-parse', 'HEAD')
  if (!elsewhere || !base.ok) return fail({ because: 'refused', says: `${path} no longer exists` })
  const emit = (event: LoopEvent): void => parts.onLoopEvent?.(id, event)
  const state = await elsewhere.follow(loop, emit, signal)
  if (state === null) return fail({ because: 'detached', says: `${loop} continues at ${elsewhere.address}` })
  if (isStoppedWithPlan(state.outcome)) return ok(state)
  const worktree = { origin: tree, branch: `agent-loop/${loop}`, onto, base: base.value, programs }
  const cwd = join(path, relative(tree, workspace))
  return ok(await elsewhere.pull(loop, { cwd, stateDirectory: parts.layout.view, worktree }))
}

/** Removes the worktree of an attempt, and its branch where nothing needs it. */
export async function dropAttempt(
  { parts, plan }: PlanSession,
  loop: string,
  { branch }: { readonly branch: boolean },
): Promise<void> {
  const { tree } = plan.state().spec
  const folder = join(parts.layout.worktrees, loop)
  const name = `agent-loop/${loop}`
  const git = gitIn(tree, parts.env)
  const known = await git('rev-parse', '-q', '--verify', `refs/heads/${name}`)
  if (!existsSync(folder) && !(branch && known.ok)) return
  await dropMerges(parts, tree, loop)
  await dropWorktree({
    origin: tree,
    path: join(folder, basename(tree) || 'root'),
    branch: branch ? name : null,
    env: parts.env,
  })
}

/** Working trees of merges that a crash interrupted. */
export async function dropMerges(
  { disk, layout, env }: PlanSession['parts'],
  tree: string,
  loop: string,
): Promise<void> {
  const folder = join(layout.worktrees, loop)
  for (const name of (await disk.list(folder)).filter(each => each.startsWith('merge-')))
    await dropWorktree({ origin: tree, path: join(folder, name, basename(tree) || 'root'), branch: null, env })
}
