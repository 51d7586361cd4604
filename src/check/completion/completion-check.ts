import type { Usage } from '../../std/usage.ts'
import type { Baseline, Verification } from '../verify/verification.ts'

/** Answers one question about a working tree: is the task complete? */
export interface CompletionCheck {
  /**
   * Null when complete; otherwise what is still missing, in words that the agent can act on.
   * May reject: a check that cannot answer has not said yes, and the agent is not blamed for it.
   */
  check(snapshot: CheckSnapshot, signal: AbortSignal): Promise<string | null>
  /** What "done" means here; told to the agent before its first turn. */
  description(): string
  /** This check relies on the agent's claim alone: a loop that it ends is claimed, never verified. */
  readonly believesClaims?: true
}

export interface CheckSnapshot {
  readonly workspace: string
  readonly task: string
  /** The turn that was just taken; 0 before the first. */
  readonly iteration: number
  /** What the agent said in that turn. A claim, never a proof. */
  readonly answer: string
  /** The agent ended that turn as one who is done. */
  readonly claimsDone: boolean
  /** What the agent's tools gave back, oldest first; empty when the agent does not report them. */
  readonly toolResults: readonly ToolResult[]
  /** What was found before the first turn; null while that is being found out. */
  readonly baseline: Baseline | null
  /** Whether a test may fail all the same, by its id; none may when not given. */
  readonly mayFail?: (id: string) => boolean
  /** Puts what a judge used on the loop's account. */
  readonly spend?: (usage: Usage) => void
  /** Keeps the proof beside the answer, for the report and for the log. */
  readonly record: (evidence: Verification) => void
}

/** Spelled as agents report it. */
export interface ToolResult {
  readonly tool: string
  readonly is_error: boolean
  readonly content: unknown
}
