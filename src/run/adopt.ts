import { apply } from '../loop/apply.ts'
import { raisedLimits } from '../loop/approval.ts'
import { loopResume } from '../loop/resume.ts'
import type { Limits, LoopSpec, LoopState } from '../loop/state.ts'
import { listAdoptions, removeAdoption, writeAdoption } from '../store/adoptions.ts'
import { layoutFor } from '../store/layout.ts'
import { systemClock } from '../system/clock.ts'
import { isSameProcess, type ProcessIdentity } from '../system/process-table.ts'
import { storedEnvironment } from './adopted-environment.ts'
import { cleanText } from './clean-output.ts'
import { type AdoptParts, gone, goOn, held } from './close-adopted.ts'
import { findLoop } from './find-loop.ts'
import { refuseHoldOut } from './hold-out/refuse-hold-out.ts'
import { agentsFor, refuseUnusableCheck } from './participants.ts'
import { runProblem } from './problems.ts'
import { limitsToResume } from './resume-limits.ts'
import { type RunRequest, requestOf } from './run-request.ts'
import { specFor } from './spec.ts'
import { refuseFromInside, refuseInsideTurn } from './steer/inside-turn.ts'

/** The session of another assistant that takes the turns of a loop. */
export interface Host {
  /** As in `claude-code`. */
  readonly name: string
  readonly process: ProcessIdentity
  /** Null until the first Stop hook reports it. */
  readonly session: string | null
  readonly subagent: string | null
}

export type AdoptRequest = Omit<RunRequest, 'agents'>

/** Starts a loop whose turns an assistant takes: baseline and seal as for any loop, then the first turn. */
export async function adopt(
  parts: AdoptParts,
  asked: AdoptRequest,
  host: Host,
  signal: AbortSignal,
): Promise<LoopState> {
  const request: RunRequest = { ...asked, agents: [{ kind: 'host', name: host.name }] }
  const spec = specFor(request, parts.tree, parts.cwd, parts.env)
  refuseInsideTurn(parts.env)
  await refuseHoldOut(spec, parts.layout.view)
  await refuseSecond(parts, host)
  await refuseUnusable(parts, request, spec)
  return await kept(parts, spec, host, async () => {
    const loop = await parts.storeFor(host.process).create(spec)
    if (request.proposal) await loop.keepProposal(cleanText(request.proposal.yaml, parts.env))
    parts.emit({ kind: 'loop-start', loop: spec.id, at: spec.startedAt, spec })
    return await goOn(parts, loop, { request, stopped: null }, signal)
  })
}

export interface Readopter {
  readonly host: Host
  readonly limits: Partial<Limits>
  /** The assistant itself asked its person about higher limits. A command in its shell cannot: that is the agent whose turns are limited. */
  readonly confirmed?: boolean
}

/** Resumes such a loop in this session, when its own session is gone or it ended at a limit or a pause. */
export async function adoptAgain(
  parts: AdoptParts,
  id: string,
  { host, limits, confirmed = false }: Readopter,
  signal: AbortSignal,
): Promise<LoopState> {
  const { state: before } = await findLoop(parts.disk, parts.layout, id)
  if (before.spec.agent.kind !== 'host') throw runProblem('not-adopted', { id })
  await refuseFromInside(parts.env, id, before.spec.nonce)
  await refuseSecond(parts, host, id)
  const isRaised = raisedLimits(before.spec.limits, limits).length > 0
  if (isRaised && (!confirmed || before.outcome === null)) throw runProblem('raise-by-assistant', { id })
  limitsToResume(before, limits)
  return await kept(parts, before.spec, host, async () => {
    const loop = await parts.storeFor(host.process).open(id)
    if (!loop) throw gone(id)
    const at = new Date(systemClock.now()).toISOString()
    const event = loopResume(loop.state, limitsToResume(loop.state, limits), at)
    const state = apply(loop.state, event)
    await loop.save([event], state)
    parts.emit(event)
    return await goOn(parts, { ...loop, state }, { request: requestOf(state.spec), stopped: null }, signal)
  })
}

async function refuseUnusable(parts: AdoptParts, request: RunRequest, spec: LoopSpec): Promise<void> {
  await agentsFor(request, spec, { ...parts, readable: [] })
  await refuseUnusableCheck(request, spec, parts)
}

/** Holds the tree for the assistant, and records which session's stops close the loop's turns. */
async function kept(parts: AdoptParts, spec: LoopSpec, host: Host, work: () => Promise<LoopState>): Promise<LoopState> {
  const state = await held(parts, spec, host.process, work)
  if (state.phase === 'ended') return state
  await writeAdoption(parts.disk, parts.layout.sessions, {
    loop: spec.id,
    nonce: spec.nonce,
    tree: spec.tree,
    workspace: spec.workspace,
    view: parts.layout.view,
    name: host.name,
    host: host.process,
    session: host.session,
    subagent: host.subagent,
    ...storedEnvironment(parts.env, spec.nonce),
    pending: null,
  })
  return state
}

async function refuseSecond({ disk, layout }: AdoptParts, host: Host, again?: string): Promise<void> {
  for (const other of await listAdoptions(disk, layout.sessions)) {
    const same =
      host.session === null
        ? other.session === null && isSameProcess(other.host, host.process)
        : other.session === host.session
    if (!same || other.subagent !== host.subagent) continue
    const there = layoutFor(layout.home, other.tree, other.view)
    const found = await findLoop(disk, there, other.loop).catch(() => null)
    if (found?.state.outcome === null && other.loop !== again) throw runProblem('session-busy', { loop: other.loop })
    await removeAdoption(disk, layout.sessions, other)
  }
}
