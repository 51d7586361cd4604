import type { LoopEvent } from './events.ts'
import type { Hint, LoopState } from './state.ts'

/** What people asked of a loop while it worked. */
export interface HeardHints {
  /** Those that are not in the journal yet. */
  readonly hints: readonly Hint[]
  /** Why the loop shall rest before its next turn; null when it shall go on. */
  readonly pause: string | null
}

export const hintEvents = ({ spec, iteration }: LoopState, hints: readonly Hint[], at: string): LoopEvent[] =>
  hints.map(({ id, text }) => ({ kind: 'hint', loop: spec.id, at, iteration: iteration + 1, id, text }))
