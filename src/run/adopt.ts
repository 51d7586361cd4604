import { setTimeout as sleep } from 'node:timers/promises'
import { adoptedTurns, type StoppedTurn } from '../loop/adopted-turn.ts'
import { apply } from '../loop/apply.ts'
import { raisedLimits } from '../loop/approval.ts'
import { loopResume } from '../loop/resume.ts'
import type { Limits, LoopSpec, LoopState } from '../loop/state.ts'
import { publicVariables, secretVariables } from '../std/redact.ts'
import type { UsageError } from '../std/usage-error.ts'
import { type Adoption, listAdoptions, removeAdoption, writeAdoption } from '../store/adoptions.ts'
import { iterationDirectory, layoutFor, loopPaths } from '../store/layout.ts'
import { dropLease, restLease, takeLease } from '../store/lease.ts'
import type { SavedLoop, Store } from '../store/store.ts'
import { systemClock } from '../system/clock.ts'
import { isSameProcess, type ProcessIdentity } from '../system/process-table.ts'
import { cleanText } from './clean-output.ts'
import { type DriveParts, drive } from './drive.ts'
import { findLoop } from './find-loop.ts'
import { agentsFor, refuseUnusableCheck } from './participants.ts'
import { runProblem } from './problems.ts'
import { limitsToResume } from './resume-limits.ts'
import { type RunRequest, requestOf, specFor } from './spec.ts'
import { refuseFromInside, refuseInsideTurn } from './steer/inside-turn.ts'
import { CLEANUP_POLLS, treeBusy } from './tree/hold-tree.ts'

/** The session of another assistant that takes the turns of a loop. */
export interface Host {
  /** As in `claude-code`. */
  readonly name: string
  readonly process: ProcessIdentity
  /** Null until the first Stop hook reports it. */
  readonly session: string | null
  readonly subagent: string | null
}

export interface AdoptParts extends DriveParts {
  readonly tree: string
  readonly cwd: string
  /** A store that records the assistant's process as the process of the loop. */
  readonly storeFor: (host: ProcessIdentity) => Store
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

/** Resumes such a loop in this session, when its own session is gone or it ended on a limit or a pause. */
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

/** Closes the turn that an assistant has ended, with the step that closes every turn, and begins its next one unless the loop has ended. */
export async function closeAdopted(
  parts: AdoptParts,
  adoption: Adoption,
  stopped: StoppedTurn,
  signal: AbortSignal,
): Promise<LoopState> {
  const { loop: id, tree, nonce, host } = adoption
  return await held(parts, { id, tree, nonce }, host, async () => {
    const loop = await parts.storeFor(host).open(id)
    if (!loop) throw gone(id)
    const { state } = loop
    if (state.outcome || state.iteration > stopped.iteration) {
      await loop.close()
      return state
    }
    return await goOn(parts, loop, { request: requestOf(state.spec), stopped }, signal)
  })
}

/** The prompt of the assistant's current turn; null when none was saved. */
export const promptFor = ({ disk, layout }: AdoptParts, { spec, iteration }: LoopState): Promise<string | null> =>
  disk.read(`${iterationDirectory(loopPaths(layout, spec.id), iteration)}/prompt.md`)

interface Going {
  readonly request: RunRequest
  readonly stopped: StoppedTurn | null
}

async function goOn(
  parts: AdoptParts,
  loop: SavedLoop,
  { request, stopped }: Going,
  signal: AbortSignal,
): Promise<LoopState> {
  const takeTurn = (ports: Parameters<typeof adoptedTurns>[0]) => adoptedTurns(ports, stopped)
  try {
    const agents = await agentsFor(request, loop.state.spec, { ...parts, readable: [] })
    return await drive(parts, { loop, agents, request, takeTurn }, signal)
  } finally {
    await loop.close()
  }
}

async function refuseUnusable(parts: AdoptParts, request: RunRequest, spec: LoopSpec): Promise<void> {
  await agentsFor(request, spec, { ...parts, readable: [] })
  await refuseUnusableCheck(request, spec, parts)
}

/** Whatever their values look like, a stop must not bring its own: they decide which programs run, and how. */
const CHOOSES_PROGRAMS = /PATH$|OPTIONS$|OPTS$|FLAGS$|^(?:LD_|DYLD_|GIT_|HOME$|SHELL$|IFS$|ENV$|BASH_)/i

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
    env: publicVariables(parts.env),
    secrets: Object.keys(secretVariables(parts.env)).filter(name => !CHOOSES_PROGRAMS.test(name)),
    pending: null,
  })
  return state
}

/** Works under the tree's lease, then leaves the lease to the assistant, or drops it when the loop has ended. */
async function held(
  { disk, layout, self }: AdoptParts,
  { tree, id, nonce }: Pick<LoopSpec, 'tree' | 'id' | 'nonce'>,
  host: ProcessIdentity,
  work: () => Promise<LoopState>,
): Promise<LoopState> {
  const place = { disk, directory: layout.leases, self }
  const wanted = { tree, loop: id, nonce, owner: self, host }
  let lease = await takeLease(place, wanted)
  // The process that worked for the same loop is about to exit.
  for (let tries = 0; !lease.ok && lease.error.loop === id && tries < CLEANUP_POLLS; tries++) {
    await sleep(RETRY_MS)
    lease = await takeLease(place, wanted)
  }
  if (!lease.ok) throw treeBusy(lease.error)
  let state: LoopState | null = null
  try {
    state = await work()
    return state
  } finally {
    // If `work` threw before anything was saved, the lease is not kept.
    if (state?.phase === 'ended') await dropLease(place, tree)
    else if (state) await restLease(place, tree)
    else await lease.value.release()
  }
}

const RETRY_MS = 50

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

const gone = (id: string): UsageError => runProblem('loop-gone', { id })
