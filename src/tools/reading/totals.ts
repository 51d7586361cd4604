import type { OutputReading, TestCounts, ToolReading } from './reading.ts'

/** All tests of a run together; null when no tool said how many there were. */
export function countTests(reading: OutputReading): TestCounts | null {
  const counted = reading.tools.flatMap(({ tests }) => (tests ? [tests] : []))
  if (counted.length === 0) return null
  const sum = (key: keyof TestCounts): number => counted.reduce((total, counts) => total + counts[key], 0)
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped'), total: sum('total') }
}

/** "2 of 42 tests failed, 39 passed, 1 skipped" or "7 errors in 2 files". */
export function sayCounts(tool: ToolReading): string {
  const name = tool.package ? `${tool.tool} in ${tool.package}` : tool.tool
  const { tests, failures, kind } = tool
  if (!tool.ran) return `${name}: nothing ran`
  if (kind === 'coverage') return failures.length > 0 ? `${name}: below its threshold` : `${name}: ${sayCoverage(tool)}`
  if (kind === 'diagnostics') {
    const files = new Set(failures.flatMap(({ file }) => (file ? [file] : []))).size
    const where = files > 0 ? ` in ${plural(files, 'file')}` : ''
    return failures.length === 0 ? `${name}: no errors` : `${name}: ${plural(failures.length, 'error')}${where}`
  }
  if (!tests)
    return failures.length > 0
      ? `${name}: ${plural(failures.length, 'test')} failed, number of tests unknown`
      : `${name}: number of tests unknown`
  const rest = [`${tests.passed} passed`, ...(tests.skipped > 0 ? [`${tests.skipped} skipped`] : [])]
  return `${name}: ${tests.failed} of ${plural(tests.total, 'test')} failed, ${rest.join(', ')}`
}

const sayCoverage = ({ coverage }: ToolReading): string =>
  coverage
    ? (['lines', 'statements', 'branches', 'functions'] as const)
        .flatMap(key => (coverage[key] === null ? [] : [`${key} ${coverage[key]} %`]))
        .join(', ')
    : 'not measured'

export const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`
