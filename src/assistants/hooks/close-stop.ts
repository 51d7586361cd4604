import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LoopEvent } from '../../loop/events.ts'
import type { LoopState } from '../../loop/state.ts'
import { createAgentLoop } from '../../run/agent-loop.ts'
import type { StopVerdict } from '../../run/daemon/envelope.ts'
import type { RequestContext } from '../../run/request/context.ts'
import { listenForSignals } from '../../run/request/signals.ts'
import type { Adoption } from '../../store/adoptions.ts'
import type { Environment } from '../../system/shell.ts'
import {
  isPast,
  leavePending,
  type PendingTurn,
  type Said,
  type StopContext,
  sceneOf,
  stateIn,
  stillVerifying,
  told,
  turnEndedIn,
  within,
} from './scene.ts'

export interface Closing {
  readonly adoption: Adoption
  /** The last of what the assistant said. */
  readonly said: Said
  /** How long the host still waits for us. */
  readonly left: () => number
}

type CloseParts = Pick<RequestContext, 'env' | 'err'>

export interface Closed {
  readonly verdict: StopVerdict
  /** The check goes on in another process; ours must be gone at once, for the tree is its. */
  readonly handedOver: boolean
}

/** Closes the turn that a session has ended, and says what the session is told. */
export async function closeStop({ env, err }: CloseParts, closing: Closing): Promise<Closed> {
  const { adoption, said, left } = closing
  // A host that loses patience has still to be told to wait; what insists ends us.
  listenForSignals()
  const scene = sceneOf(env, adoption, { warn: message => err(`agent-loop: ${message}`) })
  const here = async (state: LoopState): Promise<Closed> => ({ verdict: await told(scene, state), handedOver: false })
  const waiting: Closed = { verdict: stillVerifying(scene), handedOver: false }
  const events = await scene.events()
  const before = stateIn(scene, events)
  const pending = await turnEndedIn(scene, before, said)
  const from = pending.iteration
  if (isPast(before, from)) return await here(before)
  if (adoption.pending || (await scene.atWork())) {
    // Another process closes this very turn: it was handed over, or the host called us twice for one stop.
    const after = await untilClosed(scene, { from, left, startMs: 0 })
    if (after === null) return waiting
    if (isPast(after, from)) return await here(after)
  }
  if (expectedMs(events) > left()) {
    await handOver(scene, pending, env)
    const after = await untilClosed(scene, { from, left, startMs: START_MS })
    return after && isPast(after, from) ? await here(after) : waiting
  }
  const closed = scene.loops.closeAdopted(adoption, { agent: adoption.name, ...pending })
  const first = await within(closed, left())
  if (first !== null) return await here(first)
  closed.catch(() => {})
  await handOver(scene, pending, env)
  return { ...waiting, handedOver: true }
}

/** Closes a turn that was handed over, for as long as it takes. */
export async function finishStop(adoption: Adoption): Promise<void> {
  const { pending, name, workspace, view, env } = adoption
  if (pending === null) return
  const loops = createAgentLoop({ cwd: workspace, env, stateDirectory: view })
  await loops.closeAdopted(adoption, { agent: name, ...pending })
}

const START_MS = 15_000
const LOOK_MS = 100
/** A yes costs the check itself and what doubts it. */
const RUNS_OF_A_YES = 3

/** How long a check may take, by what the latest took. */
function expectedMs(events: readonly LoopEvent[]): number {
  const took = events.flatMap(event =>
    event.kind === 'check-end' || event.kind === 'baseline-end' ? [event.duration_ms] : [],
  )
  return RUNS_OF_A_YES * Math.max(0, ...took.slice(-3))
}

interface Waiting {
  readonly from: number
  readonly left: () => number
  /** How long whoever closes it may take to begin. */
  readonly startMs: number
}

/** The loop once nobody is at work for it any more; null when that takes longer than the host waits. */
async function untilClosed(scene: StopContext, { from, left, startMs }: Waiting): Promise<LoopState | null> {
  const start = performance.now() + startMs
  for (;;) {
    const quiet = !(await scene.atWork())
    if (quiet) {
      const state = stateIn(scene, await scene.events())
      if (isPast(state, from) || performance.now() >= start) return state
    }
    if (left() <= LOOK_MS) return null
    await sleep(LOOK_MS)
  }
}

async function handOver(scene: StopContext, pending: PendingTurn, env: Environment): Promise<void> {
  const { loop, workspace } = scene.adoption
  await leavePending(scene, pending)
  const program = process.argv[1] ?? ''
  spawn(process.execPath, [program, 'hook', 'finish', loop], {
    cwd: workspace,
    env,
    detached: true,
    stdio: 'ignore',
  }).unref()
}
