import { fail, ok, type Result } from '../std/result.ts'
import type { Criterion } from './criterion.ts'
import { type CommandBook, type ParseFailure, unreadable } from './reading.ts'
import { readExpression } from './sentence/expression.ts'
import { tidied } from './sentence/prose.ts'
import { type Warning, warningsAbout } from './warnings.ts'

export interface Parsed {
  readonly criterion: Criterion
  /** What a person should know before trusting it; none of them makes it wrong. */
  readonly warnings: readonly Warning[]
}

const LONGEST = 10_000

/** Reads what a person means by "done": a command, a sentence about one, a rule about files, or several of them joined. */
export function parseCriterion(text: string, commands: CommandBook): Result<Parsed, ParseFailure> {
  if (tidied(text) === '') return fail(empty)
  if (!/[\p{L}\p{N}:[]/u.test(text)) return fail(unreadable(tidied(text), empty.hint))
  if (HIDDEN.test(text)) return fail(hidden(tidied(text)))
  if (text.length > LONGEST) return fail(tooLong(text))
  const read = readExpression(text, commands)
  if (!read.ok) return read
  return ok({ criterion: read.value, warnings: warningsAbout(read.value, commands) })
}

// What turns the direction of writing lets a line look like another line than the one that would be run.
const HIDDEN = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/

const hidden = (text: string): ParseFailure => ({
  kind: 'unreadable',
  phrase: text.replace(new RegExp(HIDDEN, 'g'), '�'),
  message: 'the criterion has characters in it that turn the direction of writing, so it may not say what it shows',
  hint: 'Type it anew, without what was pasted along.',
})

const empty: ParseFailure = {
  kind: 'empty',
  phrase: '',
  message: 'the criterion is empty',
  hint: 'Give a command that fails until the work is done, for example "npm test passes".',
}

const tooLong = (text: string): ParseFailure => ({
  kind: 'unreadable',
  phrase: `${text.slice(0, 60)}…`,
  message: `the criterion has ${text.length} characters, and ${LONGEST} are the most that we read`,
  hint: 'Put it in a script, and give the script as the criterion: "./check.sh passes".',
})
