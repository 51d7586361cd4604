import type { Inference } from '../../infer/proposal.ts'
import type { CommandChoice } from '../../infer/route/question.ts'
import type { Environment } from '../../system/shell.ts'
import type { Given } from '../settings/values.ts'

/** Where a loop is asked for, and how to reach the person who asks. The same for CLI, MCP, and hooks. */
export interface RequestContext {
  readonly cwd: string
  readonly env: Environment
  /** Settings of this request alone; they come before environment and configuration. */
  readonly given: Given
  readonly signal: AbortSignal
  /** Shows a line that is not part of the result. */
  readonly err: (line: string) => void
  readonly person: Person
  /** The address of the fleet whose loops `cwd` and `env` show; absent when they are of this machine. */
  readonly fleet?: string
}

/** A question has no function where nobody can answer it. */
export interface Person {
  /** Shows a line that the person needs for an answer. */
  readonly show: (line: string) => void
  /** Shows a paragraph, broken between words where there is a terminal. */
  readonly explain?: (text: string) => Promise<void>
  /** `onlyChange`: the criterion passes as soon as something changed, so the person must say so. */
  readonly confirmCriterion?: (
    criterion: string,
    weak: { readonly onlyChange: boolean },
    problemWith: ProblemWith,
  ) => Promise<CriterionAnswer>
  /** Asks for the command that shows when the work is done. Null when the person gives none. */
  readonly chooseCommand?: (choices: readonly CommandChoice[], problemWith: ProblemWith) => Promise<string | null>
  /** A proposal that is agreed on already: the loop uses it as it is. */
  readonly proposal?: Extract<Inference, { kind: 'proposed' }>
  /** A question with the answers yes and no; canceling means no. */
  readonly confirm?: (question: string) => Promise<boolean>
  /** Null when the person chose none. */
  readonly chooseAgent?: (names: readonly string[]) => Promise<string | null>
}

/** Why a criterion that the person typed cannot be used; null when it can. A person who can type is asked again. */
export type ProblemWith = (text: string) => Promise<string | null>

export type CriterionAnswer =
  | { readonly kind: 'yes' }
  | { readonly kind: 'no' }
  | { readonly kind: 'edit'; readonly text: string }
