import { expect, test } from 'vitest'
import { recordings } from '../../../test/rig/recordings.ts'
import { readOutput } from '../../check/output/read-output.ts'
import type { Executed } from './executed.ts'
import { gather } from './gather.ts'
import { ListedTests } from './listed/listed-tests.ts'
import type { ReportedRun } from './records.ts'

function fromText(text: string, exitCode: number | null, facts: { command: string; root: string }): Executed | null {
  const reading = readOutput(text, exitCode, facts)
  const listed = new ListedTests()
  listed.push(Buffer.from(text))
  return gather({ reported: [], listed: listed.end(reading), reading, roots: [facts.root] })
}

const recorded = (path: string): Executed | null => {
  const found = recordings().find(({ tool, case: name }) => `${tool}/${name}` === path)
  if (!found) throw new Error(`no recording ${path}`)
  const { text, label, root } = found
  return fromText(text, label.exit_code, { command: label.command, root })
}

test.each([
  ['cargo/fail', 6],
  ['cargo/color', 6],
  ['cargo/fail-no-fail-fast', 9],
  ['cargo/skipped', 3],
  ['cargo-nextest/pass', 2],
  ['cargo-nextest/fail', 5],
  ['ctest/fail', 8],
  ['bats/fail', 6],
  ['tap/skipped', 3],
  ['bun/fail', 11],
  ['bun/color', 11],
  ['deno/fail', 8],
])('an output that names every test is evidence: %s', (path, count) => {
  const [runner] = recorded(path)?.runners ?? []
  expect(runner).toMatchObject({ source: 'text', closed: true, agrees: true })
  expect(runner?.tests).toHaveLength(count)
  expect(new Set(runner?.tests.map(({ id }) => id)).size).toBe(count)
})

test.each(['cargo/fail-quiet', 'cargo/fail-nocapture', 'bun/fail-only-failures', 'bun/fail-dots', 'deno/fail-dot'])(
  'one that names only some of them is none: %s',
  path => expect(recorded(path)).toBeNull(),
)

test.each(['cargo/early-exit', 'cargo/crash', 'bun/early-exit'])('one that ends early is not closed: %s', path => {
  expect(recorded(path)?.runners).toMatchObject([{ closed: false }])
})

const passing = (file: string, more: Partial<ReportedRun> = {}): ReportedRun => ({
  tool: 'jest',
  tests: [{ file, title: ['s › inner', 'one'], state: 'passed', retries: 0 }],
  files: [file],
  closed: true,
  extra: { passed: 0, failed: 0 },
  retries: 0,
  only: null,
  notes: [],
  ...more,
})

const footer = (counts: string): string =>
  `PASS a.test.js\n\nTest Suites: 1 passed, 1 total\nTests:       ${counts}\nSnapshots:   0 total\nTime:        1 s\n`

test.each([
  ['2 passed, 2 total', true],
  ['1 passed, 1 total', false],
  ['1 skipped, 2 passed, 3 total', false],
])('what was printed agrees with what was told, or does not: %s', (counts, agrees) => {
  const reading = readOutput(footer(counts), 0, { command: 'jest' })
  const reported = [passing('/p/b/b.test.js'), passing('/p/a.test.js')]
  const executed = gather({ reported, listed: [], reading, roots: ['/p'] })
  expect(executed?.runners).toMatchObject([{ tool: 'jest', agrees, closed: true, files: ['a.test.js', 'b/b.test.js'] }])
  expect(executed?.runners[0]?.tests.map(({ id }) => id)).toEqual([
    'a.test.js::s > inner > one',
    'b/b.test.js::s > inner > one',
  ])
})

test('one package whose runner was cut short leaves the whole open', () => {
  const reported = [passing('/p/a.test.js'), passing('/p/b.test.js', { closed: false })]
  expect(gather({ reported, listed: [], reading: { tools: [] }, roots: ['/p'] })?.runners).toMatchObject([
    { closed: false, agrees: null },
  ])
})

test('a runner that tells nothing is named beside one that does', () => {
  const output = `${footer('1 passed, 1 total')}OK (2 tests, 2 assertions)\n`
  const reading = readOutput(`PHPUnit 9.6.0 by Sebastian Bergmann and contributors.\n\n${output}`, 0, {
    command: 'jest && phpunit',
  })
  const executed = gather({ reported: [passing('/p/a.test.js')], listed: [], reading, roots: ['/p'] })
  expect(executed?.unknown).toEqual(['phpunit'])
})
