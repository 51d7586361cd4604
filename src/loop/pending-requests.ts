import type { LoopEvent } from './events.ts'
import type { Hint, LoopState } from './state.ts'

/** What people asked of a loop since its last turn. */
export interface PendingRequests {
  /** Those that are not in the journal yet. */
  readonly hints: readonly Hint[]
  /** Why the loop must pause before its next turn; null when it continues. */
  readonly pause: string | null
}

export const hintEvents = ({ spec, iteration }: LoopState, hints: readonly Hint[], at: string): LoopEvent[] =>
  hints.map(({ id, text }) => ({ kind: 'hint', loop: spec.id, at, iteration: iteration + 1, id, text }))
