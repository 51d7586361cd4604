import { setTimeout as sleep } from 'node:timers/promises'
import { apply } from '../../loop/apply.ts'
import { loopEnd } from '../../loop/loop-end.ts'
import type { LoopState } from '../../loop/state.ts'
import { isOpen } from '../../loop/status.ts'
import { listAdoptions, writeAdoption } from '../../store/adoptions.ts'
import { peekLoop } from '../../store/journal/read-state.ts'
import type { LoopPaths } from '../../store/layout.ts'
import { dropLease } from '../../store/lease.ts'
import type { Store } from '../../store/store.ts'
import { systemClock } from '../../system/clock.ts'
import { findLoop, isDriven } from '../find-loop.ts'
import { runProblem } from '../problems.ts'
import { whyOver } from '../resume-limits.ts'
import { CLEANUP_POLLS, type Holding, withLease } from '../tree/hold-tree.ts'
import { dropOrders, type LoopOrder, leaveOrder, refuseBadHint } from './orders.ts'

/** What became of an order. */
export type Steered = {
  readonly state: LoopState
  /**
   * `done`: the journal shows it. `later`: the loop gets it when its turn is over. `kept`: no process drives the loop; it gets the
   * order when it is resumed. `ended`: the loop ended before. `still`: the loop is already paused.
   */
  readonly became: 'done' | 'later' | 'kept' | 'ended' | 'still'
}

export interface SteerParts extends Holding {
  readonly store: Store
  readonly abort: AbortSignal
}

const LOOK_MS = 100
/** Includes the agent's grace period and saving its work. */
const ABORT_MS = 60_000
const BY_A_PERSON = 'requested by a person'
/** A turn may take half an hour, so we do not wait for its end. */
const HEAR_MS = 2_000

/** Ends a loop, whichever process drives it. When none does, its leftover processes are ended and its end is saved. */
export async function abortLoop(parts: SteerParts, id: string): Promise<Steered> {
  const { disk, layout } = parts
  const { paths, state } = await findLoop(disk, layout, id)
  if (state.outcome && !isOpen(state.outcome.kind)) return { state, became: 'ended' }
  if (state.spec.agent.kind === 'host') return await settleAdopted(parts, paths, state)
  if (!(await isDriven(disk, layout, id))) return await settle(parts, state)
  const order = await leaveOrder(disk, paths.control, { kind: 'abort' })
  const deadline = performance.now() + ABORT_MS
  for (;;) {
    const ms = deadline - performance.now()
    const after = await waitFor(parts, paths, { ms, until: ({ outcome }) => outcome !== null })
    if (after.outcome) {
      // The journal comes first; `status` reads the registry, and must agree with what we report.
      while (performance.now() < deadline && (await isDriven(disk, layout, id))) await sleep(LOOK_MS)
      return { state: after, became: after.outcome.kind === 'aborted' ? 'done' : 'ended' }
    }
    // The order stays until then: a daemon that resumes the loop at this moment reads it.
    if (!(await isDriven(disk, layout, id)))
      return await settle(parts, after).finally(() => dropOrders(disk, paths.control, [order]))
    if (ms <= 0 || parts.abort.aborted) return { state: after, became: 'later' }
  }
}

/** Between turns no process of ours runs. A process that closes a turn at this moment reads the order. */
async function settleAdopted(parts: SteerParts, paths: LoopPaths, state: LoopState): Promise<Steered> {
  const order = await leaveOrder(parts.disk, paths.control, { kind: 'abort' })
  const settled = await settle(parts, state)
  await dropLease({ ...parts, directory: parts.layout.leases }, state.spec.tree)
  await dropOrders(parts.disk, paths.control, [order])
  await forgetSessions(parts, state.spec.id)
  return settled
}

/** The session learns about the end at its next stop; its stored environment is deleted now. */
export async function forgetSessions({ disk, layout }: Holding, loop: string): Promise<void> {
  for (const each of await listAdoptions(disk, layout.sessions))
    if (each.loop === loop) await writeAdoption(disk, layout.sessions, { ...each, env: {} })
}

async function settle(parts: SteerParts, { spec }: LoopState): Promise<Steered> {
  const { tree, id, nonce } = spec
  return await withLease(parts, { tree, loop: id, nonce }, () => settled(parts.store, id), CLEANUP_POLLS)
}

async function settled(store: Store, id: string): Promise<Steered> {
  const loop = await store.open(id)
  if (!loop) throw runProblem('loop-gone', { id })
  const { outcome } = loop.state
  const end = loopEnd(loop.state, { kind: 'aborted' }, new Date(systemClock.now()).toISOString())
  try {
    if (outcome && !isOpen(outcome.kind))
      return { state: loop.state, became: outcome.kind === 'aborted' ? 'done' : 'ended' }
    const state = apply(loop.state, end)
    await loop.save([end], state)
    return { state, became: 'done' }
  } finally {
    await loop.close()
  }
}

/** Pauses a loop after its current turn. */
export async function pauseLoop(parts: SteerParts, id: string, because = BY_A_PERSON): Promise<Steered> {
  const { disk, layout } = parts
  const { paths, state } = await findLoop(disk, layout, id)
  if (state.outcome) return { state, became: state.outcome.kind === 'paused' ? 'still' : 'ended' }
  if (!(await isDriven(disk, layout, id))) return { state, became: 'still' }
  return await order(parts, paths, { kind: 'pause', because }, ({ outcome }) => outcome?.kind === 'paused')
}

/** Queues a hint for the next turn. */
export async function tellLoop(parts: SteerParts, id: string, text: string): Promise<Steered> {
  const { disk, layout } = parts
  const { paths, state } = await findLoop(disk, layout, id)
  refuseBadHint(id, text)
  if (state.outcome && whyOver(state.outcome, state.waivedSinceCheck)) return { state, became: 'ended' }
  if (state.outcome || !(await isDriven(disk, layout, id))) {
    await leaveOrder(disk, paths.control, { kind: 'tell', text })
    return { state, became: 'kept' }
  }
  return await order(parts, paths, { kind: 'tell', text }, (after, name) => after.heard.includes(name))
}

async function order(
  parts: SteerParts,
  paths: LoopPaths,
  wanted: LoopOrder,
  isDone: (state: LoopState, name: string) => boolean,
): Promise<Steered> {
  const name = await leaveOrder(parts.disk, paths.control, wanted)
  const until = (state: LoopState): boolean => isDone(state, name) || state.outcome !== null
  const state = await waitFor(parts, paths, { ms: HEAR_MS, until })
  return { state, became: isDone(state, name) ? 'done' : state.outcome === null ? 'later' : 'ended' }
}

interface Awaited {
  readonly ms: number
  readonly until: (state: LoopState) => boolean
}

/** The state of the loop once the condition holds, its process is gone, or the time is up. */
async function waitFor(parts: SteerParts, paths: LoopPaths, { ms, until }: Awaited): Promise<LoopState> {
  const { disk, layout, abort } = parts
  const deadline = performance.now() + ms
  for (let seen: string | null = null; ; ) {
    const stamp = await disk.stamp(paths.journal)
    const state = stamp === seen ? null : await peekLoop(disk, paths)
    seen = stamp
    const over = performance.now() >= deadline || abort.aborted
    if (state && (until(state) || over || !(await isDriven(disk, layout, state.spec.id)))) return state
    if (over) break
    await sleep(LOOK_MS)
  }
  const state = await peekLoop(disk, paths)
  if (state) return state
  throw runProblem('journal-gone', { path: paths.journal })
}
