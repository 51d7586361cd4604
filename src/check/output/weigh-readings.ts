import type { FoundReading, Weight } from '../../tools/reading/reader.ts'

/** What a reader found, the line of the block that started it, and the line of its first finding. */
export interface ReaderResult {
  readonly found: FoundReading
  readonly since: number
  readonly from: number
}

const ranks: Readonly<Record<Weight, number>> = { hint: 0, banner: 1, footer: 2 }

/** Programs under test print what other tools print; a closing block outranks such lines, and so does a banner. */
export function weighReadings(
  results: readonly ReaderResult[],
  exitCode: number | null,
  primed: ReadonlySet<string>,
): FoundReading[] {
  const replaced = results.flatMap(({ found }) => found.insteadOf ?? [])
  const tests = results.filter(({ found: { reading } }) => reading.kind === 'tests' && !replaced.includes(reading.tool))
  const best = Math.max(0, ...tests.map(({ found }) => ranks[found.weight]))
  const explained = tests.some(({ found }) => found.reading.failures.length > 0)
  return results.flatMap(one => {
    const { reading, weight } = one.found
    if (replaced.includes(reading.tool)) return []
    if (reading.kind !== 'tests') {
      const own = reading.tool !== 'node' || !explained
      return own && (primed.has(reading.tool) || !printedByTests(one, tests, exitCode)) ? [one.found] : []
    }
    // A tool that was named and found nothing counts less than one that reached its closing lines.
    const empty = reading.tests === null && reading.failures.length === 0 && !reading.complete
    const stays = best === 0 || (ranks[weight] > 0 && !(best === ranks.footer && ranks[weight] < best && empty))
    return stays ? [one.found] : []
  })
}

// Test runners run these to build what they test, so their output belongs to the run.
const BUILDERS = new Set(['go build', 'rustc', 'cargo', 'javac', 'dotnet build', 'gcc'])

/** A diagnostic of a tool that was not named, without a closing line, inside a test run that already explains the exit code. */
function printedByTests(
  { found, from }: ReaderResult,
  tests: readonly ReaderResult[],
  exitCode: number | null,
): boolean {
  const { reading, weight } = found
  if (reading.kind !== 'diagnostics' || weight === 'footer' || BUILDERS.has(reading.tool)) return false
  return tests.some(({ found: run, since }) => {
    if (run.weight !== 'footer' || !run.reading.complete) return false
    const failing = run.reading.failures.length > 0
    return failing ? from >= since : exitCode === 0
  })
}
