import type { Clock } from '../host/clock.ts'
import { formatDuration } from '../std/duration.ts'
import { loopEnd } from './end.ts'
import type { LoopEvent } from './events.ts'
import { isoTime } from './iso-time.ts'
import type { LoopState } from './state.ts'

const FIRST_MS = 30_000
const LONGEST_MS = 15 * 60_000

/** A rate limit is waited for, as long as the agent says or longer each time it does not; within what the loop may wait. */
export function waitOrPause(state: LoopState, clock: Clock): LoopEvent {
  const { spec, turn, spent, iteration } = state
  const left = spec.limits.waitMs - spent.waitMs
  const wait_ms = turn?.retryAfterMs ?? guess(spent.waitMs)
  if (wait_ms > left) {
    const because = `${turn?.error ?? 'rate limited'}; the loop may wait ${formatDuration(spec.limits.waitMs)} in all, and ${formatDuration(wait_ms)} more would be needed`
    return loopEnd(state, { kind: 'paused', because }, isoTime(clock))
  }
  return {
    kind: 'wait',
    loop: spec.id,
    at: isoTime(clock),
    iteration,
    until: new Date(clock.now() + wait_ms).toISOString(),
    wait_ms,
    because: turn?.error ?? 'rate limited',
  }
}

/** Twice as long as everything that was waited so far: the waits double. */
const guess = (waited: number): number => Math.min(Math.max(FIRST_MS, waited), LONGEST_MS)
