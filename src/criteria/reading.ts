import { fail, ok, type Result } from '../std/result.ts'
import type { Criterion } from './criterion.ts'

/** The project's own commands, so that "no lint errors" can become `npm run lint`. */
export type CommandBook = Readonly<Partial<Record<Role, string>>>

export type Role = 'test' | 'lint' | 'typecheck' | 'build' | 'coverage' | 'format' | 'docs'

export interface ParseFailure {
  readonly kind: 'empty' | 'vague' | 'self_referential' | 'no_command' | 'unreadable'
  /** The words that cannot be measured. */
  readonly phrase: string
  readonly message: string
  /** What to write instead. */
  readonly hint: string
  /** The check whose command is not known. */
  readonly role?: Role
}

/** What a reader makes of a clause; null when the clause is not of its form, so that the next reader may try. */
export type CriterionReading = Result<Criterion, ParseFailure> | null

export type Reader = (clause: string, commands: CommandBook) => CriterionReading

export const read = (criterion: Criterion): CriterionReading => ok(criterion)

export const exits = (command: string, said: string, expect = 0): Criterion => ({
  kind: 'exit_code',
  command,
  expect,
  said,
})

/** The command goes well and no line speaks of a warning, except to say that there are none. */
export const exitsWithoutWarnings = (command: string, said: string): Criterion => ({
  kind: 'output_match',
  command,
  pattern: String.raw`(?<!\b(?:0|no|zero) )\b(?:warn|warnings?)\b`,
  flags: 'i',
  expect: 0,
  negated: true,
  said,
})

const names: Readonly<Record<Role, string>> = {
  test: 'test',
  lint: 'lint',
  typecheck: 'type check',
  build: 'build',
  coverage: 'coverage',
  format: 'format check',
  docs: 'documentation build',
}

const examples: Readonly<Record<Role, string>> = {
  test: 'npm test passes',
  lint: 'npm run lint passes',
  typecheck: 'npx tsc --noEmit exits 0',
  build: 'npm run build succeeds',
  coverage: 'npm run coverage shows >= 80%',
  format: 'npx prettier --check . passes',
  docs: 'npm run docs succeeds',
}

const noCommand = (role: Role, said: string): ParseFailure => ({
  kind: 'no_command',
  phrase: said,
  message: `"${said}" needs the project's ${names[role]} command, and none is known`,
  hint: `Write the command itself, for example "${examples[role]}".`,
  role,
})

/** Binds what was said to the project's command for it. */
export function bound(role: Role, commands: CommandBook, said: string): Result<string, ParseFailure> {
  const command = commands[role]
  return command ? ok(command) : fail(noCommand(role, said))
}

export const unreadable = (said: string, hint: string): ParseFailure => ({
  kind: 'unreadable',
  phrase: said,
  message: `"${said}" is neither a command nor a check that we know`,
  hint,
})
