import type { Failure, OutputReading } from '../../src/tools/reading/reading.ts'
import type { Expected, Label } from './recordings.ts'

/** How a reading compares with what a person says is in the output. */
export interface Score {
  readonly expected: number
  readonly found: number
  readonly missed: readonly string[]
  readonly extra: readonly string[]
  /** Null when the counts agree. */
  readonly counts: string | null
  readonly complete: boolean
}

export function score(reading: OutputReading, label: Label): Score {
  const failures = reading.tools.flatMap(tool => tool.failures)
  const tests = reading.tools.filter(({ kind }) => kind === 'tests')
  const wanted = [
    ...label.failures.map(failure => ({ failure, test: true })),
    ...(label.diagnostics ?? [])
      .filter(({ severity }) => (severity ?? 'error') === 'error')
      .map(failure => ({ failure, test: false })),
  ]
  const left = [...failures]
  const missed: string[] = []
  for (const { failure, test } of wanted) {
    const at = left.findIndex(candidate => (test ? sameTest(candidate, failure) : sameDiagnostic(candidate, failure)))
    if (at === -1) missed.push(failure.name ?? `${failure.file}:${failure.line} ${failure.rule ?? failure.message}`)
    else left.splice(at, 1)
  }
  const tolerated = (failure: Failure): boolean =>
    label.partial === true ||
    failure.family === 'coverage' ||
    (label.also_acceptable ?? []).some(name => same(name, failure.name) || same(name, failure.file ?? '')) ||
    (label.diagnostics ?? []).some(expected => sameDiagnostic(failure, expected)) ||
    label.failures.some(
      expected => expected.name !== undefined && failure.file !== null && same(expected.name, failure.file),
    )
  return {
    expected: wanted.length,
    found: wanted.length - missed.length,
    missed,
    extra: left.filter(failure => !tolerated(failure)).map(({ id, message }) => `${id} ${message.slice(0, 60)}`),
    counts: compareCounts(reading, label),
    // Whether a run that ran nothing came to its end is a matter of taste.
    complete: tests.every(({ ran }) => !ran) || tests.every(({ complete }) => complete) === label.complete,
  }
}

function compareCounts(reading: OutputReading, label: Label): string | null {
  const { tests } = label
  if (tests === null) return null
  const counted = reading.tools.flatMap(tool => (tool.tests ? [tool.tests] : []))
  if (counted.length === 0) return 'no counts were read'
  const sum = (key: 'passed' | 'failed' | 'skipped' | 'total'): number =>
    counted.reduce((total, counts) => total + counts[key], 0)
  const of = (key: string): number => tests[key] ?? 0
  const wrong = [
    // What stops a test from passing is a failure to us, whatever its runner calls it.
    [`failed ${sum('failed')}`, [of('failed') + of('errors') + of('cancelled'), of('failed')]],
    [
      `passed ${sum('passed')}`,
      [
        of('passed'),
        of('passed') + of('expected_fail') + of('known_failures'),
        of('passed') + of('xpassed'),
        of('passed') + of('flaky'),
      ],
    ],
    [`skipped ${sum('skipped')}`, [of('skipped')]],
    [
      `total ${sum('total')}`,
      [of('total'), of('passed') + of('failed') + of('skipped') + of('errors') + of('cancelled') + of('xpassed')],
    ],
  ] as const
  const off = wrong.filter(([said, allowed]) => !allowed.includes(Number(said.split(' ')[1])))
  return off.length === 0 ? null : `${off.map(([said]) => said).join(', ')} instead of ${JSON.stringify(tests)}`
}

const flat = (text: string): string =>
  text
    .replace(/^\.\//, '')
    .replace(/ (?:›|>) |::|\/|#/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

const same = (a: string, b: string): boolean => a !== '' && flat(a) === flat(b)

function sameTest(failure: Failure, expected: Expected): boolean {
  const name = expected.name ?? ''
  if (same(failure.name, name)) return true
  // A file that could not be loaded is named by its path.
  return failure.file !== null && (same(failure.file, name) || failure.file.endsWith(`/${name}`)) && failure.file !== ''
}

function sameDiagnostic(failure: Failure, expected: Expected): boolean {
  const sameFile =
    expected.file === null || failure.file === expected.file || (failure.file ?? '').endsWith(`/${expected.file}`)
  const sameLine = expected.line === null || failure.line === expected.line || failure.rule === 'format'
  const said =
    expected.message === null ||
    failure.message.includes(expected.message) ||
    expected.message.includes(failure.message.slice(0, 20))
  return (
    sameFile &&
    sameLine &&
    (said || failure.rule === 'format' || (expected.rule != null && failure.rule === expected.rule))
  )
}
