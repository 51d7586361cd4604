import type { LoopEvent } from '../../loop/events.ts'
import type { ProvingStep } from '../../proof/proving-step.ts'

/** Shows a loop that runs in this process to a person or a program. */
export interface LoopView {
  show(event: LoopEvent): void
  /** Reads past events without showing them. */
  recall(past: readonly LoopEvent[]): void
  /** A passing check is being verified (null), in this step, since so many milliseconds. The journal has no event for it, because nothing has happened yet. */
  proving(step: ProvingStep | null, forMs?: number): void
  /** Prints a line that is not an event. */
  note(line: string): void
  /** Leaves the terminal to a question until it is answered. */
  aside<T>(work: () => Promise<T>): Promise<T>
  /** Resolves when everything is shown and the terminal is as before. */
  end(): Promise<void>
}
