import type { Limits, LoopState } from '../loop/state.ts'
import { durationValue } from '../std/duration.ts'

/** Flags that raise the limits for another turn, each to twice the limit that was reached; empty when no limit was reached. */
export function higherLimitFlags(
  { iteration, spent }: Pick<LoopState, 'iteration' | 'spent'>,
  limits: Limits,
): string[] {
  const { unreported } = spent
  return [
    iteration >= limits.iterations && `--max-iterations ${beyond(iteration, limits.iterations)}`,
    spent.ms >= limits.totalMs && `--timeout ${durationValue(beyond(spent.ms, limits.totalMs))}`,
    limits.tokens !== null && tooLittle('--max-tokens', spent.tokens, limits.tokens, unreported.tokens),
    limits.usd !== null && tooLittle('--max-cost', spent.usd, limits.usd, unreported.usd),
    limits.usdPerDay !== null && unreported.usd && '--max-cost-per-day none',
  ].filter(flag => flag !== false)
}

/** A limit cannot be enforced when a part of the usage is unknown. */
function tooLittle(flag: string, spent: number, limit: number, unreported: boolean): string | false {
  if (unreported) return `${flag} none`
  return spent >= limit && `${flag} ${beyond(spent, limit)}`
}

const beyond = (spent: number, limit: number): number => (limit * 2 > spent ? limit * 2 : Math.ceil(spent) * 2)
