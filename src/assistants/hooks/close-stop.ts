import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LoopEvent } from '../../loop/events.ts'
import { describeOutcome } from '../../loop/outcome.ts'
import type { LoopState } from '../../loop/state.ts'
import { closeAdopted, promptFor } from '../../run/close-adopted.ts'
import type { Adoption } from '../../store/adoptions.ts'
import type { Environment } from '../../system/shell.ts'
import {
  type AdoptedLoop,
  adoptedLoop,
  endedTurn,
  isClosed,
  type PendingTurn,
  partsOf,
  stateIn,
  type TurnReport,
} from './adopted-loop.ts'
import type { StopVerdict } from './answer.ts'

interface StopRequest {
  readonly adoption: Adoption
  readonly report: TurnReport
  /** How many milliseconds the host still waits for us. */
  readonly left: () => number
  readonly env: Environment
  readonly warn: (message: string) => void
}

interface ClosedStop {
  readonly verdict: StopVerdict
  /** Another process finishes the check. Ours must exit at once, because it still holds the tree. */
  readonly handedOver: boolean
}

/** Closes the turn that a session has ended, and returns what the session is told. */
export async function closeStop({ adoption, report, left, env, warn }: StopRequest): Promise<ClosedStop> {
  const loop = adoptedLoop(env, adoption, warn)
  const events = await loop.events()
  const before = stateIn(loop, events)
  const turn = endedTurn(loop, report, before, events)
  if (isClosed(before, turn.iteration)) return await verdictOf(loop, before)
  if (adoption.pending || (await loop.atWork())) {
    // Another process closes this very turn: it was handed over, or the host called us twice for one stop.
    const after = await closedByOther(loop, turn, { left, startMs: 0 })
    if (after === null) return stillVerifying(loop)
    if (isClosed(after, turn.iteration)) return await verdictOf(loop, after)
  }
  if (expectedMs(events) > left()) {
    await handOver(loop, turn, env)
    const after = await closedByOther(loop, turn, { left, startMs: START_MS })
    return after && isClosed(after, turn.iteration) ? await verdictOf(loop, after) : stillVerifying(loop)
  }
  const closing = closeAdopted(loop.parts, adoption, { agent: adoption.name, ...turn }, NEVER)
  const after = await within(closing, left())
  if (after !== null) return await verdictOf(loop, after)
  closing.catch(() => {})
  await handOver(loop, turn, env)
  return { ...stillVerifying(loop), handedOver: true }
}

/** Closes a turn that was handed over, however long the check takes. */
export async function finishStop(adoption: Adoption, own: Environment): Promise<void> {
  const { pending, name } = adoption
  if (pending === null) return
  await closeAdopted(partsOf(adoption, own), adoption, { agent: name, ...pending }, NEVER)
}

const NEVER = new AbortController().signal

/** How long a process that was just started may take until it holds the tree. */
const START_MS = 15_000
const POLL_MS = 100
/** A passing check runs again to be verified. */
const RUNS_TO_VERIFY = 3

/** How long closing the turn may take, judged by the latest checks. */
function expectedMs(events: readonly LoopEvent[]): number {
  const took = events.flatMap(event =>
    event.kind === 'check-end' || event.kind === 'baseline-end' ? [event.duration_ms] : [],
  )
  return RUNS_TO_VERIFY * Math.max(0, ...took.slice(-3))
}

/** The result, or null when it takes longer than that. Throws as soon as the work fails. */
async function within<T>(work: Promise<T>, limitMs: number): Promise<T | null> {
  const timer = new AbortController()
  try {
    return await Promise.race([work, sleep(limitMs, null, { signal: timer.signal })])
  } finally {
    timer.abort()
  }
}

interface Patience {
  readonly left: () => number
  /** How long the other process may take to begin. */
  readonly startMs: number
}

/** The loop once no process closes its turn any more; null when that takes longer than the host waits. */
async function closedByOther(
  loop: AdoptedLoop,
  turn: PendingTurn,
  { left, startMs }: Patience,
): Promise<LoopState | null> {
  const start = performance.now() + startMs
  for (;;) {
    if (!(await loop.atWork())) {
      const state = stateIn(loop, await loop.events())
      if (isClosed(state, turn.iteration) || performance.now() >= start) return state
    }
    if (left() <= POLL_MS) return null
    await sleep(POLL_MS)
  }
}

/**
 * Has a process that outlives the hook close the turn. The host kills a hook that takes too long, and a check that is always killed
 * would never have a verdict.
 */
async function handOver({ adoption, update }: AdoptedLoop, pending: PendingTurn, env: Environment): Promise<void> {
  await update({ pending })
  spawn(process.execPath, [process.argv[1] ?? '', 'hook', 'finish', adoption.loop], {
    cwd: adoption.workspace,
    env,
    detached: true,
    stdio: 'ignore',
  }).unref()
}

const stillVerifying = ({ adoption }: AdoptedLoop): ClosedStop => ({
  handedOver: false,
  verdict: {
    kind: 'block',
    reason: [
      `agent-loop is still verifying your work (loop ${adoption.loop}): the check takes longer than this hook may run.`,
      'Do not change any file until the check is done, because it reads the files as they are now.',
      'Wait, for example with `sleep 60`, then end your turn again to get the result. This does not cost a turn of the loop.',
    ].join('\n'),
  },
})

/** What the session is told about a closed turn: its next prompt, or how the loop has ended. */
async function verdictOf(loop: AdoptedLoop, state: LoopState): Promise<ClosedStop> {
  const { outcome, spec, iteration } = state
  if (outcome === null) {
    if (loop.adoption.pending) await loop.update({ pending: null })
    const prompt = await promptFor(loop.parts, state)
    return { verdict: { kind: 'block', reason: prompt ?? state.missing ?? spec.task }, handedOver: false }
  }
  await loop.remove()
  const turns = `${iteration} ${iteration === 1 ? 'turn' : 'turns'}`
  const says =
    outcome.kind === 'verified'
      ? `agent-loop: verified after ${turns}: ${describeOutcome(outcome)} (${spec.id}).`
      : `agent-loop: not verified, ${outcome.kind.replace('_', ' ')} after ${turns}: ${describeOutcome(outcome)}. See agent-loop status ${spec.id}`
  return { verdict: { kind: 'let-go', says }, handedOver: false }
}
