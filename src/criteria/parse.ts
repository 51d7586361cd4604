import { fail, ok, type Result } from '../std/result.ts'
import type { Criterion } from './criterion.ts'
import { describeFailure } from './describe-failure.ts'
import { type CommandBook, type ParseFailure, type ParseProblem, unreadable } from './reading.ts'
import { readExpression } from './sentence/expression.ts'
import { tidied } from './sentence/prose.ts'
import { type Warning, warningsAbout } from './warnings.ts'

export interface Parsed {
  readonly criterion: Criterion
  /** What a person should know before trusting it; the criterion can still be right. */
  readonly warnings: readonly Warning[]
}

const LONGEST = 10_000

/**
 * Parses what a person means by "done": a command, a sentence about one, a rule about files, or several of them joined. `commands` says
 * which command "tests", "lint", and other checks mean; `run` and `verify` find that out from the project.
 *
 * @example
 * ```ts
 * import { parseCriterion } from 'agent-loop'
 *
 * const parsed = parseCriterion('tests pass and CHANGELOG.md exists', { test: 'npm test' })
 * console.log(parsed.ok && parsed.value.criterion.kind) // all_of
 * const vague = parseCriterion('the code is nice')
 * console.log(vague.ok || vague.error.kind) // vague
 * ```
 */
export function parseCriterion(text: string, commands: CommandBook = {}): Result<Parsed, ParseFailure> {
  const read = readText(text, commands)
  return read.ok
    ? ok({ criterion: read.value, warnings: warningsAbout(read.value, commands) })
    : fail(describeFailure(read.error, commands))
}

function readText(text: string, commands: CommandBook): Result<Criterion, ParseProblem> {
  const tidy = tidied(text)
  if (tidy === '') return fail({ kind: 'empty', phrase: '' })
  if (!/[\p{L}\p{N}:[]/u.test(text)) return fail(unreadable(tidy, { code: 'no-words' }))
  if (HIDDEN.test(text))
    return fail(unreadable(tidy.replace(new RegExp(HIDDEN, 'g'), '�'), { code: 'hidden-direction' }))
  if (text.length > LONGEST)
    return fail(unreadable(`${text.slice(0, 60)}…`, { code: 'too-long', length: text.length, longest: LONGEST }))
  return readExpression(text, commands)
}

// Characters that turn the direction of writing let a line look like another one than the one that would run.
const HIDDEN = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/
