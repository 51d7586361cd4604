import { formatDuration } from '../std/duration.ts'
import type { LIMITS, Outcome } from './outcome.ts'
import type { LoopState } from './state.ts'
import { NOTHING_DONE_KEY, STANDSTILL, standstill } from './stuck.ts'

/** One reason to stop; null when it does not hold. Pure: a loop that is read back decides as it did before. */
export type Reason = (state: LoopState) => LoopTrouble | null

/** How a loop may end when the check has not passed. */
export type LoopTrouble = Exclude<Outcome, { kind: 'verified' | 'claimed' }>

export const outOfTurns: Reason = state =>
  state.iteration >= state.spec.limits.iterations
    ? limit(state, 'iterations', String(state.spec.limits.iterations))
    : null

export const outOfTime: Reason = state =>
  state.spent.ms >= state.spec.limits.totalMs ? limit(state, 'time', formatDuration(state.spec.limits.totalMs)) : null

export const outOfTokens: Reason = state => {
  const { tokens } = state.spec.limits
  if (tokens === null) return null
  return state.spent.tokens >= tokens || state.spent.unreported.tokens ? limit(state, 'tokens', String(tokens)) : null
}

/** A limit on an unknown cost cannot be enforced, so a turn that did not report its cost is the last one. */
export const outOfMoney: Reason = state => {
  const { usd } = state.spec.limits
  if (usd === null) return null
  return state.spent.usd >= usd || state.spent.unreported.usd ? limit(state, 'cost', `$${usd}`) : null
}

/** What all loops of this user cost today: the known part, and how many turns did not report their cost. */
export interface SpentToday {
  readonly usd: number
  readonly unknown: number
}

/**
 * Like `outOfMoney`, over all loops of the day. It is no `Reason`, because it depends on more than the loop's own state. The turns of
 * an assistant are paid for in its own session, and never report a cost.
 */
export function outOfDailyMoney(state: LoopState, today: SpentToday | null): LoopTrouble | null {
  const { usdPerDay } = state.spec.limits
  if (usdPerDay === null || today === null) return null
  const silent = state.spent.unreported.usd && state.spec.agent.kind !== 'host'
  if (today.usd < usdPerDay && !silent) return null
  const unknown =
    today.unknown === 0
      ? ''
      : `, and ${today.unknown} ${today.unknown === 1 ? 'turn' : 'turns'} did not report the cost`
  const spent = `all loops together spent $${today.usd.toFixed(2)} of $${usdPerDay.toFixed(2)} today${unknown}`
  return limit(state, 'cost_per_day', silent ? `${spent}; the agent stopped reporting its cost` : spent)
}

/** A loop that reaches a limit while its check is tampered with ends as tampered, not as out of turns. */
function limit(state: LoopState, which: (typeof LIMITS)[number], allowed: string): LoopTrouble {
  const last = state.checks.at(-1)
  if (isTampered(state, 1)) return { kind: 'tampered', says: last?.missing ?? 'the check was tampered with' }
  if (last?.verdict === 'unprovable') return { kind: 'gate_broken', error: last.missing ?? 'the check cannot fail' }
  const verdict = last?.missingKey === NOTHING_DONE_KEY ? 'nothing_done' : (last?.verdict ?? 'not_yet')
  return { kind: 'limit_reached', limit: which, allowed, verdict }
}

/** A program that the shell cannot run on the first turn will not exist on the second. If files changed, part of it ran. */
export const agentCannotBeRun: Reason = ({ iteration, turn }) =>
  iteration === 1 && turn?.ended === 'unusable' && !turn.treeChanged
    ? { kind: 'agent_failed', error: `the agent cannot be run: ${turn.error}` }
    : null

/** Failing again and again without touching a file: no work is being done. */
export const agentKeepsFailing =
  (times: number): Reason =>
  ({ idleFailures, turn }) =>
    idleFailures >= times
      ? {
          kind: 'agent_failed',
          error: `the agent failed ${idleFailures} turns in a row and changed nothing: ${turn?.error}`,
        }
      : null

/** Turn after turn without a change, although the check leaves the work to the agent. */
export const nothingIsDone =
  (times: number): Reason =>
  state =>
    state.checks.length > times && state.checks.slice(-times).every(({ missingKey }) => missingKey === NOTHING_DONE_KEY)
      ? limit(state, 'idle_turns', String(times))
      : null

/** The agent reported what keeps it from continuing. */
export const agentIsBlocked: Reason = ({ turn }) => {
  const general = turn?.blocked.find(({ test }) => test === null)
  return general ? { kind: 'blocked', because: 'agent', says: `the agent is blocked: ${general.reason}` } : null
}

/** Every failing test is one that the agent says contradicts the task. Only a person can decide between test and task. */
export const onlyDisputedFail: Reason = ({ blocked, failing }) => {
  const disputed = blocked.flatMap(({ test }) => (test === null ? [] : [test]))
  if (disputed.length === 0 || !failing || failing.count === 0 || failing.count > failing.ids.length) return null
  if (!failing.ids.every(id => disputed.some(test => isSameTest(test, id)))) return null
  const reasons = blocked.flatMap(({ test, reason }) => (test === null ? [] : [`${test}: ${reason}`]))
  return {
    kind: 'blocked',
    because: 'needs_waiver',
    says: `the agent says that the tests that still fail contradict the task: ${reasons.join('; ')}`,
  }
}

/** Agents name a test by its id or only by its title. */
export const isSameTest = (said: string, id: string): boolean =>
  said === id || id.endsWith(`::${said}`) || id.endsWith(` > ${said}`)

/** The agent was told once, and the check was tampered with again. */
export const tamperedTwice: Reason = state =>
  isTampered(state, 2)
    ? { kind: 'tampered', says: state.checks.at(-1)?.missing ?? 'the check was tampered with twice' }
    : null

const isTampered = ({ checks }: LoopState, times: number): boolean =>
  checks.length >= times &&
  checks.slice(-times).every(({ verdict }) => verdict === 'tampered' || (verdict === 'weakened' && times === 1))

export const standsStill: Reason = state => {
  const still = standstill(state)
  return still && still.weight >= STANDSTILL.stop ? { kind: 'stuck', how: still.how, turns: still.turns } : null
}
