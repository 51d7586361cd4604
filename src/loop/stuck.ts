import type { CheckSummary, LoopState } from './state.ts'

interface Standstill {
  readonly how: 'repeating' | 'oscillating'
  /** Turns in a row after which nothing was missing that had not been missing before. */
  readonly turns: number
  /** The same, but a turn with a new tree counts half: the next visible step may take several turns. */
  readonly weight: number
}

/** After how many turns without progress each measure is taken, the mildest first. */
export const STANDSTILL = { say: 3, freshContext: 4, otherAgent: 5, stop: 6 } as const

/**
 * Whether the loop makes no progress, judged by the checks and the tree, never by what the agent says. Progress is a new set of
 * failures, or a new measured value.
 */
export function standstill({ checks }: LoopState): Standstill | null {
  let turns = 0
  let weight = 0
  while (turns < checks.length - 1) {
    const at = checks.length - 1 - turns
    const [check, before] = [checks[at], checks.slice(0, at)]
    if (!check || check.iteration === 0 || !seen(check, before)) break
    turns += 1
    weight += weightOf(check, before)
  }
  if (turns === 0) return null
  const keys = new Set(checks.slice(-turns - 1).map(keyOf))
  return { how: keys.size === 1 ? 'repeating' : 'oscillating', turns, weight }
}

/** A turn without a check is identified by its tree. */
const keyOf = ({ missingKey, measured, tree }: CheckSummary): string =>
  missingKey === UNASKED_KEY ? `${missingKey} ${tree}` : `${missingKey} ${measured}`

const seen = (check: CheckSummary, before: readonly CheckSummary[]): boolean =>
  before.some(other => keyOf(other) === keyOf(check))

function weightOf(check: CheckSummary, before: readonly CheckSummary[]): number {
  const newTree = check.tree !== null && before.every(({ tree }) => tree !== check.tree)
  if (!newTree) return 1
  // Nothing fails: the work continues and is not claimed to be done yet.
  return check.failing === 0 && check.verdict === 'not_yet' && check.missingKey === GREEN_KEY ? 0 : 0.5
}

/** The key of a turn that was not checked. */
export const UNASKED_KEY = 'unasked'

/** The key of a check that passes as it did before the first turn, while nothing was changed. */
export const NOTHING_DONE_KEY = 'nothing done'

/** The key of a check that found no failures but did not pass for another reason. */
export const GREEN_KEY = 'green'
