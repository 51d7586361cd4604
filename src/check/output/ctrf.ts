import type { Failure, OutputReading } from '../../tools/reading/reading.ts'
import { countTests } from '../../tools/reading/totals.ts'
import { safeFailure } from './safe-failure.ts'

/** The part of the Common Test Report Format that is known from output: totals, and the tests that failed. */
export interface Ctrf {
  readonly reportFormat: 'CTRF'
  readonly specVersion: '0.0.0'
  readonly results: {
    readonly tool: { readonly name: string }
    readonly summary: CtrfSummary
    readonly tests: readonly CtrfTest[]
  }
}

interface CtrfSummary {
  readonly tests: number
  readonly passed: number
  readonly failed: number
  readonly pending: number
  readonly skipped: number
  readonly other: number
  readonly start: number
  readonly stop: number
}

interface CtrfTest {
  readonly name: string
  readonly status: 'failed'
  readonly duration: number
  readonly message?: string
  readonly filePath?: string
  readonly line?: number
  readonly extra: { readonly id: string; readonly expected: string | null; readonly received: string | null }
}

interface CtrfRequest {
  readonly readings: readonly OutputReading[]
  readonly startedAt: number
  readonly endedAt: number
  /** Values of secret-looking variables are removed. */
  readonly env: Readonly<Record<string, string | undefined>>
}

export function toCtrf({ readings, startedAt, endedAt, env }: CtrfRequest): Ctrf {
  const tools = readings.flatMap(reading => reading.tools.filter(({ kind }) => kind === 'tests'))
  const { passed, failed, skipped, total } = countTests({ tools }) ?? { passed: 0, failed: 0, skipped: 0, total: 0 }
  const other = Math.max(0, total - passed - failed - skipped)
  return {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    results: {
      tool: { name: [...new Set(tools.map(({ tool }) => tool))].join(', ') || 'unknown' },
      summary: { tests: total, passed, failed, pending: 0, skipped, other, start: startedAt, stop: endedAt },
      tests: tools.flatMap(({ failures }) => failures.map(failure => testOf(safeFailure(failure, env)))),
    },
  }
}

// The duration of a single test is not in the output, but the format requires a number.
function testOf({ id, name, message, file, line, expected, received }: Failure): CtrfTest {
  return {
    name: name || id || 'unnamed',
    status: 'failed',
    duration: 0,
    ...(message ? { message } : {}),
    ...(file ? { filePath: file } : {}),
    ...(line ? { line } : {}),
    extra: { id, expected, received },
  }
}
