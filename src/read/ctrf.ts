import type { Reading } from './reading.ts'
import { countTests } from './totals.ts'

/** The part of the Common Test Report Format that output tells: totals, and the tests that failed. */
export interface Ctrf {
  readonly reportFormat: 'CTRF'
  readonly specVersion: '0.0.0'
  readonly results: {
    readonly tool: { readonly name: string }
    readonly summary: CtrfSummary
    readonly tests: readonly CtrfTest[]
  }
}

export interface CtrfSummary {
  readonly tests: number
  readonly passed: number
  readonly failed: number
  readonly pending: number
  readonly skipped: number
  readonly other: number
  readonly start: number
  readonly stop: number
}

export interface CtrfTest {
  readonly name: string
  readonly status: 'failed'
  readonly duration: number
  readonly message?: string
  readonly filePath?: string
  readonly line?: number
  readonly extra: { readonly id: string; readonly expected: string | null; readonly received: string | null }
}

export function toCtrf(reading: Reading): Ctrf {
  const tools = reading.tools.filter(({ kind }) => kind === 'tests')
  const counts = countTests(reading) ?? { passed: 0, failed: 0, skipped: 0, total: 0 }
  const { passed, failed, skipped, total } = counts
  const tests = tools.flatMap(({ failures }) =>
    failures.map(
      (failure): CtrfTest => ({
        name: failure.name,
        status: 'failed',
        duration: 0,
        ...(failure.message ? { message: failure.message } : {}),
        ...(failure.file ? { filePath: failure.file } : {}),
        ...(failure.line ? { line: failure.line } : {}),
        extra: { id: failure.id, expected: failure.expected, received: failure.received },
      }),
    ),
  )
  const other = Math.max(0, total - passed - failed - skipped)
  return {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    results: {
      tool: { name: [...new Set(tools.map(({ tool }) => tool))].join(', ') || 'unknown' },
      summary: { tests: total, passed, failed, pending: 0, skipped, other, start: 0, stop: 0 },
      tests,
    },
  }
}
