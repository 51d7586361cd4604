import { fail, ok, type Result } from '../std/result.ts'
import type { Criterion } from './criterion.ts'

/** The project's own commands, so that "no lint errors" can become `npm run lint`. */
export type CommandBook = Readonly<Partial<Record<Role, string>>>

export type Role = 'test' | 'lint' | 'typecheck' | 'build' | 'coverage' | 'format' | 'docs'

/** Why a criterion cannot be read or measured; `describe-failure.ts` puts it into words. */
export type ParseProblem =
  | { readonly kind: 'empty' | 'vague' | 'self_referential'; readonly phrase: string }
  /** `role` is the check whose command is not known. */
  | { readonly kind: 'no_command'; readonly phrase: string; readonly role: Role }
  | { readonly kind: 'unreadable'; readonly phrase: string; readonly why: Unreadable }

export type Unreadable =
  | {
      readonly code:
        | 'nothing'
        | 'no-words'
        | 'hidden-direction'
        | 'unknown-check'
        | 'number-without-command'
        | 'number-with-unit'
        | 'http-status'
        | 'errors-in-file'
    }
  | { readonly code: 'too-long'; readonly length: number; readonly longest: number }
  | { readonly code: 'file-without-runner'; readonly file: string }
  | { readonly code: 'coverage-of-part'; readonly part: string }
  /** A test command, and a claim about style or types. */
  | { readonly code: 'tests-do-not-tell'; readonly about: 'style' | 'types'; readonly command: string }

/** A problem with a criterion, in words. */
export interface ParseFailure {
  readonly kind: ParseProblem['kind']
  /** The words that cannot be measured. */
  readonly phrase: string
  readonly message: string
  /** What to write instead. */
  readonly hint: string
  /** The check whose command is not known. */
  readonly role?: Role
}

/** The result of reading a clause; null when the clause does not have this form, so that the next reader may try. */
export type CriterionReading = Result<Criterion, ParseProblem> | null

export type Reader = (clause: string, commands: CommandBook) => CriterionReading

export const read = (criterion: Criterion): CriterionReading => ok(criterion)

export const exits = (command: string, said: string, expect = 0): Criterion => ({
  kind: 'exit_code',
  command,
  expect,
  said,
})

/** The command passes and no line mentions a warning, except to say that there are none. */
export const exitsWithoutWarnings = (command: string, said: string): Criterion => ({
  kind: 'output_match',
  command,
  pattern: String.raw`(?<!\b(?:0|no|zero) )\b(?:warn|warnings?)\b`,
  flags: 'i',
  expect: 0,
  negated: true,
  said,
})

/** Replaces the name of a check by the project's command for it. */
export function bound(role: Role, commands: CommandBook, said: string): Result<string, ParseProblem> {
  const command = commands[role]
  return command ? ok(command) : fail({ kind: 'no_command', phrase: said, role })
}

export const unreadable = (phrase: string, why: Unreadable): ParseProblem => ({ kind: 'unreadable', phrase, why })
