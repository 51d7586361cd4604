import type { LoopEvent } from '../../loop/events.ts'

/** How a person, or a program, watches a loop that runs here. */
export interface LoopView {
  show(event: LoopEvent): void
  /** Takes in what happened before anybody watched, without showing it. */
  recall(past: readonly LoopEvent[]): void
  /** A yes is being doubted; the journal has no event for it, for nothing has happened yet. */
  proving(): void
  /** One line that is no event. */
  note(line: string): void
  /** Leaves the terminal to a question until it is answered. */
  aside<T>(work: () => Promise<T>): Promise<T>
  /** Resolves when everything is shown and the terminal is as it was. */
  end(): Promise<void>
}
