import { fail, ok, type Result } from '../std/result.ts'
import type { Criterion } from './criterion.ts'

export interface ParseFailure {
  readonly kind: 'empty'
  readonly message: string
}

// Words that people put behind a command to say that it shall succeed. The longest stand first.
const verdictWords =
  /\s+(?:exits\s+(?:with\s+)?(?:code\s+)?0|passes|passes with 0 failures|succeeds|is clean|is green)\s*[.!]?$/i

/** Reads what a person wrote after `--completion`: a command, or a command and a word that says it shall succeed. */
export function parseCriterion(text: string): Result<Criterion, ParseFailure> {
  const command = text.trim().replace(verdictWords, '').trim()
  if (command === '') return fail({ kind: 'empty', message: 'the criterion is empty' })
  return ok({ kind: 'exit-code', command, expect: 0 })
}
