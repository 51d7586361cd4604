import type { Failure, OutputReading } from '../../tools/reading/reading.ts'
import { countTests, plural, sayCounts } from '../../tools/reading/totals.ts'
import { failureCount, failuresOf } from './compare.ts'
import { safeText } from './safe-failure.ts'
import { place, sayValues } from './say-failure.ts'

const SHOWN = 5
const WIDTH = 160

/** For people: failure first, places that can be clicked, counts with their denominator; at most eight lines. */
export function summary(reading: OutputReading, env: Readonly<Record<string, string | undefined>> = {}): string[] {
  const failures = failuresOf(reading)
  const left = failureCount(reading) - SHOWN
  const failed = failures.length > 0 || reading.tools.some(({ ran, tests }) => !ran || (tests?.failed ?? 0) > 0)
  const cut = reading.tools.filter(tool => tool.kind === 'tests' && !tool.complete && tool.ran)
  const lines = [
    `${failed ? '✗' : cut.length > 0 ? '?' : '✓'} ${said(reading)}`,
    ...failures.slice(0, SHOWN).map(one),
    ...(left > 0 && failures.length > SHOWN ? [`  …and ${plural(left, 'more failure')}`] : []),
    ...cut.slice(0, 1).map(({ tool }) => `  ${tool} did not finish`),
  ]
  return lines
    .slice(0, 8)
    .map(line => safeText(line, env).replaceAll('\n', ' '))
    .map(line => (line.length > WIDTH ? `${line.slice(0, WIDTH - 1)}…` : line))
}

function said(reading: OutputReading): string {
  if (reading.tools.length === 0) return 'counts unknown: the output is not from a supported tool'
  const counts = countTests(reading)
  if (!counts || reading.tools.length === 1) return reading.tools.map(sayCounts).join(' · ')
  const others = reading.tools.filter(({ kind, failures }) => kind !== 'tests' && failures.length > 0)
  const tests = `${counts.failed} of ${counts.total} tests failed, ${counts.passed} passed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''}`
  return [tests, ...others.map(sayCounts)].join(' · ')
}

function one(failure: Failure): string {
  const why = sayValues(failure) ?? failure.message
  const name = failure.name === failure.message ? '' : `  ${failure.name}`
  return `  ${place(failure) || '—'}${name}  ${why}`
}
