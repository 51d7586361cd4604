import type { Limits, LoopState } from '../loop/state.ts'
import { formatDuration } from '../std/duration.ts'

/** Flags that give a loop room for another turn, each twice of what was too little; empty when it has room. */
export function moreRoom({ iteration, spent }: Pick<LoopState, 'iteration' | 'spent'>, limits: Limits): string[] {
  const { untold } = spent
  return [
    iteration >= limits.iterations && `--max-iterations ${beyond(iteration, limits.iterations)}`,
    spent.ms >= limits.totalMs && `--timeout ${formatDuration(beyond(spent.ms, limits.totalMs))}`,
    limits.tokens !== null && tooLittle('--max-tokens', spent.tokens, limits.tokens, untold.tokens),
    limits.usd !== null && tooLittle('--max-cost', spent.usd, limits.usd, untold.usd),
  ].filter(flag => flag !== false)
}

/** What was spent in part without a word can be kept to by no limit. */
function tooLittle(flag: string, spent: number, limit: number, untold: boolean): string | false {
  if (untold) return `${flag} none`
  return spent >= limit && `${flag} ${beyond(spent, limit)}`
}

const beyond = (spent: number, limit: number): number => (limit * 2 > spent ? limit * 2 : Math.ceil(spent) * 2)
