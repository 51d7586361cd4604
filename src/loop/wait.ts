import { describeAgent } from '../agents/config.ts'
import { formatDuration } from '../std/duration.ts'
import type { Clock } from '../system/clock.ts'
import type { LoopEvent } from './events.ts'
import { isoTime } from './iso-time.ts'
import { loopEnd } from './loop-end.ts'
import type { LoopState } from './state.ts'

const FIRST_MS = 30_000
const LONGEST_MS = 15 * 60_000

/**
 * Waits for a rate limit as long as the agent says, or longer each time when it does not say, within the loop's wait limit. When
 * another named agent has no rate limit, it continues at once.
 */
export function waitOrPause(state: LoopState, clock: Clock): LoopEvent {
  const { spec, turn, spent, iteration } = state
  const now = clock.now()
  const agent = turn?.agent ?? ''
  const own = now + (turn?.retryAfterMs ?? guess(spent.waitMs))
  const wait_ms = Math.max(0, Math.min(own, ...othersFree(state, agent)) - now)
  if (wait_ms > spec.limits.waitMs - spent.waitMs) {
    const because = `${turn?.error ?? 'rate limited'}; the remaining wait of ${formatDuration(wait_ms)} exceeds the limit for waiting (${formatDuration(spec.limits.waitMs)})`
    return loopEnd(state, { kind: 'paused', because }, isoTime(clock))
  }
  return {
    kind: 'wait',
    loop: spec.id,
    at: isoTime(clock),
    iteration,
    until: new Date(now + wait_ms).toISOString(),
    wait_ms,
    because: turn?.error ?? 'rate limited',
    agent,
    limited_until: new Date(own).toISOString(),
  }
}

/** When each other agent is free again; in the past for one without a limit. */
const othersFree = ({ spec, limited }: LoopState, agent: string): number[] =>
  [spec.agent, ...spec.otherAgents]
    .map(describeAgent)
    .filter(name => name !== agent)
    .map(name => Date.parse(limited.find(each => each.agent === name)?.until ?? '1970-01-01'))

/** The names of agents whose limit still lasts. */
export const limitedNow = ({ limited }: LoopState, clock: Clock): string[] =>
  limited.flatMap(({ agent, until }) => (Date.parse(until) > clock.now() ? [agent] : []))

/** As long as everything waited so far: from the second wait on, the total doubles. */
const guess = (waited: number): number => Math.min(Math.max(FIRST_MS, waited), LONGEST_MS)
