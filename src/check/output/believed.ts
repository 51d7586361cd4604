import type { FoundReading, Weight } from '../../tools/reading/reader.ts'

/** What a reader found, and at which line of the block it woke and had its first finding. */
export interface HeardReading {
  readonly found: FoundReading
  readonly since: number
  readonly from: number
}

const ranks: Readonly<Record<Weight, number>> = { hint: 0, banner: 1, footer: 2 }

/** Programs under test print what other tools print; a closing block outranks such lines, and so does a banner. */
export function believed(
  heard: readonly HeardReading[],
  exitCode: number | null,
  primed: ReadonlySet<string>,
): FoundReading[] {
  const tests = heard.filter(({ found }) => found.reading.kind === 'tests')
  const best = Math.max(0, ...tests.map(({ found }) => ranks[found.weight]))
  const explained = tests.some(({ found }) => found.reading.failures.length > 0)
  return heard.flatMap(one => {
    const { reading, weight } = one.found
    if (reading.kind !== 'tests') {
      const own = reading.tool !== 'node' || !explained
      return own && (primed.has(reading.tool) || !printedByTests(one, tests, exitCode)) ? [one.found] : []
    }
    // One that was asked for and found nothing gives way to one that came to its end.
    const empty = reading.tests === null && reading.failures.length === 0 && !reading.complete
    const stays = best === 0 || (ranks[weight] > 0 && !(best === ranks.footer && ranks[weight] < best && empty))
    return stays ? [one.found] : []
  })
}

// These are run by test runners to build what they test, so that their words belong among the runner's.
const BUILDERS = new Set(['go build', 'rustc', 'cargo', 'javac', 'dotnet build', 'gcc'])

/** A complaint that nobody asked for, without a closing line, inside a run of tests that explains the exit code by itself. */
function printedByTests(
  { found, from }: HeardReading,
  tests: readonly HeardReading[],
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
