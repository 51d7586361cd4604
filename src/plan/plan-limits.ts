import type { Limits } from '../loop/state.ts'
import { formatDuration } from '../std/duration.ts'
import type { PlanLimits, PlanStop } from './events.ts'
import { addSpending, type PlanSpending, type PlanState, spentIn } from './plan-state.ts'

/** The limit of a plan that its loops have reached; null when none is. Its time is not that of its loops, which run side by side. */
export function limitReached(
  { spec: { limits } }: PlanState,
  spent: PlanSpending,
): { readonly name: keyof PlanLimits; readonly allowed: number } | null {
  for (const name of ['turns', 'tokens', 'usd'] as const) {
    const allowed = limits[name]
    if (allowed !== null && spent[name] >= allowed) return { name, allowed }
  }
  return null
}

/** The limits of a loop, where less is left for the whole plan. */
export function limitsLeft(state: PlanState, limits: Partial<Limits>): Partial<Limits> {
  const { turns, ms, tokens, usd } = state.spec.limits
  const spent = spentIn(state)
  const least = (own: number | null | undefined, allowed: number | null, used: number): number | null =>
    allowed === null
      ? (own ?? null)
      : Math.max(own === null || own === undefined ? allowed - used : Math.min(own, allowed - used), 0)
  const left = {
    iterations: least(limits.iterations, turns, spent.turns),
    totalMs: least(limits.totalMs, ms, state.ranMs),
    tokens: least(limits.tokens, tokens, spent.tokens),
    usd: least(limits.usd, usd, spent.usd),
  }
  // Only what the plan limits; everything else stays as it was asked for.
  const positive = Object.entries(left).filter(([, value]) => value !== null && value > 0)
  return { ...limits, ...Object.fromEntries(positive) }
}

/** What running loops have used is not in the plan's journal yet. */
export const withRunning = (state: PlanState, running: Iterable<PlanSpending>): PlanSpending =>
  [...running].reduce(addSpending, spentIn(state))

const LIMIT_WORDS: Readonly<Record<keyof PlanLimits, (allowed: number) => string>> = {
  turns: allowed => `turn limit of the plan reached (${allowed})`,
  ms: allowed => `time limit of the plan reached (${formatDuration(allowed)})`,
  tokens: allowed => `token limit of the plan reached (${allowed})`,
  usd: allowed => `cost limit of the plan reached ($${allowed.toFixed(2)})`,
}

/** The stop of a plan at one of its limits. */
export const limitWords = (name: keyof PlanLimits, allowed: number): PlanStop => ({
  because: 'limit',
  says: LIMIT_WORDS[name](allowed),
})
