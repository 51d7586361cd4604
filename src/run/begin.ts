import { accessSync, constants } from 'node:fs'
import type { AskPerson } from '../agents/agent.ts'
import { apply } from '../loop/apply.ts'
import { loopResume } from '../loop/resume.ts'
import type { Limits, LoopSpec, LoopState } from '../loop/state.ts'
import { loopPaths } from '../store/layout.ts'
import { alreadyThere, type SavedLoop, type Store } from '../store/store.ts'
import { refuseForeignView } from '../store/view/view-disk.ts'
import { systemClock } from '../system/clock.ts'
import { killFamily } from '../system/end-processes.ts'
import { writableStateHome } from '../system/state-home.ts'
import { noteEnd, noteStart } from './activity-log.ts'
import { cleanText } from './clean-output.ts'
import { type DriveParts, drive } from './drive.ts'
import { findLoop } from './find-loop.ts'
import { refuseHoldOut } from './hold-out/refuse-hold-out.ts'
import { reportedQuestions } from './notify/loop-notices.ts'
import { agentsFor, refuseUnusableCheck } from './participants.ts'
import { runProblem } from './problems.ts'
import { limitsToResume } from './resume-limits.ts'
import { type RunRequest, requestOf } from './run-request.ts'
import { specFor } from './spec.ts'
import { refuseFromInside, refuseInsideTurn } from './steer/inside-turn.ts'
import { dropOrders, forProcess, readOrders } from './steer/orders.ts'
import { endOrphans } from './tree/end-orphans.ts'
import { withLease } from './tree/hold-tree.ts'

export interface BeginParts extends DriveParts {
  readonly cwd: string
  readonly tree: string
  readonly store: Store
  readonly onKillSwitch?: ((kill: () => void) => void) | undefined
  readonly ask?: AskPerson | undefined
}

export interface ResumeRequest {
  /** Those that change from now on. */
  readonly limits?: Partial<Limits>
  /** Orders to the process that died are still valid, because no person resumed the loop since. */
  readonly heeding?: boolean
  readonly mayAct?: RunRequest['mayAct'] | undefined
}

/** Refuses what `begin` would refuse, without starting anything. */
export async function rehearse(parts: BeginParts, request: RunRequest): Promise<LoopSpec> {
  const spec = specFor(request, parts.tree, parts.cwd, parts.env)
  refuseInsideTurn(parts.env)
  await withAfter(spec, request, parts)
  await refuseHoldOut(spec, parts.layout.view)
  await readied(parts, request, spec)
  await refuseForeignView(parts.layout, parts.disk)
  if (await parts.disk.exists(loopPaths(parts.layout, spec.id).journal)) throw alreadyThere(spec.id)
  return spec
}

export async function begin(parts: BeginParts, request: RunRequest, signal: AbortSignal): Promise<LoopState> {
  const { cwd, env, tree, store } = parts
  refuseInsideTurn(env)
  const spec = await withAfter(specFor(request, tree, cwd, env), request, parts)
  const go = await readied(parts, request, spec)
  return await withLease(parts, { tree, loop: spec.id, nonce: spec.nonce }, async () => {
    // An earlier loop may have left such files out of the tree, and the lease has put them back.
    await refuseHoldOut(spec, parts.layout.view)
    const loop = await store.create(spec)
    return await closing(loop, async () => {
      if (request.proposal) await loop.keepProposal(cleanText(request.proposal.yaml, env))
      parts.emit({ kind: 'loop-start', loop: spec.id, at: spec.startedAt, spec })
      await noteStart(spec)
      return await noted(go(loop, signal))
    })
  })
}

/** Most loops leave their work in the tree, so what commits it is loaded when it is asked for. */
async function withAfter(spec: LoopSpec, { after }: RunRequest, { env }: BeginParts): Promise<LoopSpec> {
  if (after === undefined || Object.values(after).every(value => !value)) return spec
  const { prepareAfter } = await import('./after/prepare-after.ts')
  return { ...spec, after: await prepareAfter(spec, after, env) }
}

async function noted(ending: Promise<LoopState>): Promise<LoopState> {
  const state = await ending
  await noteEnd(state)
  return state
}

export async function resumeLoop(
  parts: BeginParts,
  id: string,
  { limits = {}, heeding = false, mayAct }: ResumeRequest,
  signal: AbortSignal,
): Promise<LoopState> {
  const { disk, store } = parts
  const { spec, paths, go } = await resumableLoop(parts, id, { limits, mayAct })
  const { tree, nonce } = spec
  return await withLease(parts, { tree, loop: id, nonce }, async () => {
    // Processes that the dead loop left running would work alongside the new agent.
    await endOrphans(spec)
    const loop = await store.open(id)
    if (!loop) throw runProblem('loop-gone', { id })
    // When a person resumes the loop, orders to the old process are void.
    if (!heeding) await dropOrders(disk, paths.control, forProcess(await readOrders(disk, paths.control)))
    return await closing(loop, async () => {
      const event = loopResume(
        loop.state,
        limitsToResume(loop.state, limits),
        new Date(systemClock.now()).toISOString(),
      )
      const state = apply(loop.state, event)
      await loop.save([event], state)
      parts.emit(event)
      return await noted(go({ ...loop, state }, signal))
    })
  })
}

/** Refuses a loop that cannot be resumed, before anything is changed. */
export async function resumableLoop(parts: BeginParts, id: string, { limits = {}, mayAct }: ResumeRequest) {
  const { env, layout, disk } = parts
  const { state, paths } = await findLoop(disk, layout, id)
  await refuseFromInside(env, id, state.spec.nonce)
  if (state.spec.agent.kind === 'host') throw runProblem('turns-of-assistant', { id, assistant: state.spec.agent.name })
  const spec = { ...state.spec, limits: limitsToResume(state, limits) }
  return { spec, paths, go: await readied(parts, { ...requestOf(spec), mayAct }, spec) }
}

async function closing<T>(loop: SavedLoop, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } finally {
    await loop.close()
  }
}

/** Refuses everything that can be refused before the lease is taken and anything is written; returns the function that drives the loop. */
async function readied(parts: BeginParts, request: RunRequest, spec: LoopSpec) {
  const { env, layout, shell } = parts
  writableStateHome(env)
  refuseReadOnly(spec.tree)
  const paths = loopPaths(layout, spec.id)
  // Snapshots and logs of the check have the held-out tests.
  const readable = [spec.holdOut.length === 0 ? paths.directory : paths.iterations]
  const { ask, onAsking } = reportedQuestions(parts.ask)
  const agents = await agentsFor(request, spec, { shell, env, readable, ask })
  await refuseUnusableCheck(request, spec, { shell, env })
  return async (loop: SavedLoop, signal: AbortSignal): Promise<LoopState> => {
    parts.onKillSwitch?.(() => killFamily({ leader: null, nonce: spec.nonce, since: null }))
    return await drive(parts, { loop, agents, request, onAsking }, signal)
  }
}

/** An agent that can change nothing would only use up its turns. */
function refuseReadOnly(tree: string): void {
  try {
    accessSync(tree, constants.W_OK)
  } catch {
    throw runProblem('tree-read-only', { tree })
  }
}
