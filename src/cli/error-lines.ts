import { EXIT } from '../std/exit-codes.ts'
import { isUsageError } from '../std/usage-error.ts'
import { plain } from '../tools/reading/plain.ts'

interface CliErrorReport {
  readonly out: readonly string[]
  readonly err: readonly string[]
  readonly exitCode: number
}

/** A problem that the caller can fix is one line and what to do. Anything else is our own failure and keeps its stack. */
export function errorReport(error: unknown, json: boolean): CliErrorReport {
  const known = isUsageError(error)
  const code = known ? error.code : 'internal'
  const details = known ? { problem: error.problem } : {}
  const message = error instanceof Error ? error.message : String(error)
  const hint = known ? error.hint : 'This is a bug in agent-loop.'
  // Other programs recognize this one by its first word.
  const prefix = code === 'at-capacity' ? 'Error' : 'agent-loop'
  const stack = !known && error instanceof Error && error.stack ? [error.stack] : []
  return {
    out: json ? [JSON.stringify({ error: { code, ...details, message, hint } })] : [],
    // It may name what others wrote: files, output of git, rows of a database.
    err: [...(json ? [] : [`${prefix}: ${message}`, ...(hint === '' ? [] : hint.split('\n'))]), ...stack].map(plain),
    exitCode: known ? error.exitCode : EXIT.gateBroken,
  }
}
