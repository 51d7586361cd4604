import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { recordings } from '../../../test/rig/recordings.ts'
import { failuresOf } from './compare.ts'
import { learn } from './learn.ts'
import { OutputReader, readOutput } from './read-output.ts'
import { summary } from './summary.ts'

describe('what is not a failure', () => {
  test.each([
    ['prose', 'The test FAILED to impress. 3 failed, 4 passed in my opinion.\nTests: none\nerror: of judgement\n'],
    [
      'an application log',
      '12:00 ERROR db: connection failed\nFAIL retrying\nWARN 2 failures so far\nok done\nINFO 3 passing by\n',
    ],
    ['a stack trace that was logged', 'Error: boom\n    at run (/srv/app/src/main.js:3:5)\nrecovered\n'],
    ['a diff', '- const a = 1\n+ const a = 2\n@@ -1,3 +1,3 @@\n--- a/x.ts\n+++ b/x.ts\n'],
    ['a listing', 'src/a.ts:12 see here\nsrc/b.go:3:4 and here\nREADME.md:7:1: a heading\n'],
    ['a numbered list', '1) first\n2) second\n   with a line\n'],
    ['times and numbers', '12:30:45 started\n3 errors were expected\n10 examples of good style\n'],
  ])('%s', (_, text) => {
    expect(failuresOf(readOutput(text, 0))).toEqual([])
  })
})

test('several tools in one command are read side by side', () => {
  const text = [
    "src/t.ts(1,14): error TS2322: Type 'string' is not assignable to type 'number'.",
    'FAIL test/a.test.js',
    '  ● breaks',
    '',
    '    Expected: "b"',
    '    Received: "a"',
    '',
    '      at Object.toBe (test/a.test.js:3:15)',
    '',
    'Test Suites: 1 failed, 1 total',
    'Tests:       1 failed, 1 passed, 2 total',
    'Snapshots:   0 total',
    'Time:        0.3 s',
  ].join('\n')
  const { tools } = readOutput(text, 1)
  expect(tools.map(({ tool, failures }) => [tool, failures.map(({ id }) => id)])).toEqual([
    ['tsc', ['src/t.ts:TS2322']],
    ['jest', ['test/a.test.js::breaks']],
  ])
  expect(tools[1]?.failures[0]).toMatchObject({ line: 3, expected: '"b"', received: '"a"', family: 'assertion' })
})

test('interleaved packages are kept apart, and their files belong to them', () => {
  const text = [
    'packages/a test$ jest',
    'packages/b test$ jest',
    'packages/a test: FAIL x.test.js',
    'packages/b test: FAIL x.test.js',
    'packages/a test:   ● one',
    'packages/b test:   ● two',
    ...['a', 'b'].flatMap(name =>
      [
        'Test Suites: 1 failed, 1 total',
        'Tests:       1 failed, 1 total',
        'Snapshots:   0 total',
        'Time:        1 s',
      ].map(line => `packages/${name} test: ${line}`),
    ),
  ].join('\n')
  const { tools } = readOutput(text, 1)
  expect(tools.map(tool => [tool.package, tool.complete, tool.failures.map(({ id }) => id)])).toEqual([
    ['packages/a', true, ['packages/a/x.test.js::one']],
    ['packages/b', true, ['packages/b/x.test.js::two']],
  ])
})

test('a runner that was asked for and ended without a word is incomplete', () => {
  expect(readOutput('', 0, { command: 'npx mocha' }).tools).toMatchObject([
    { tool: 'mocha', complete: false, ran: false },
  ])
  expect(readOutput('', 0, { command: 'npx tsc --noEmit' }).tools).toMatchObject([
    { tool: 'tsc', complete: true, failures: [] },
  ])
})

test('the same bytes say the same in chunks of any size', () => {
  const samples = recordings().filter(({ case: name }) => name === 'fail' || name === 'color')
  for (const { text, label, root } of samples) {
    const reader = new OutputReader({ command: label.command, root })
    for (let at = 0; at < text.length; at += 777) reader.push(text.slice(at, at + 777))
    expect(reader.end(label.exit_code)).toEqual(readOutput(text, label.exit_code, { command: label.command, root }))
  }
})

test('no text at all makes it throw', () => {
  const scraps = recordings()
    .filter(({ case: name }) => name === 'fail')
    .flatMap(({ text }) => text.split('\n').slice(0, 60))
  const line = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constantFrom(...scraps))
  fc.assert(
    fc.property(fc.array(line, { maxLength: 60 }), fc.integer({ min: 0, max: 255 }), (lines, exitCode) => {
      const text = lines.join('\n')
      const reading = readOutput(text, exitCode, { command: 'npm test', root: '/home/dev' })
      const said = learn({ command: 'npm test', exitCode, reading, output: text })
      expect(said.split('\n').length).toBeLessThanOrEqual(60)
      expect(said.length).toBeLessThanOrEqual(6000)
      expect(summary(reading).length).toBeLessThanOrEqual(8)
    }),
    { numRuns: 300 },
  )
})

test('a line of a megabyte costs no more than its length', () => {
  const long = `src/${'a'.repeat(1_000_000)}.ts:1:2: ${'error '.repeat(1000)}`
  expect(readOutput(`${long}\n${'('.repeat(100_000)}\n${' '.repeat(100_000)}x\n`, 1).tools).toEqual([])
})

describe('complaints that are no errors', () => {
  test.each([
    [
      'pylint',
      'a.py:1:0: C0114: Missing module docstring (missing-module-docstring)\na.py:2:4: E0602: Undefined variable (undefined-variable)\na.py:3:0: W0611: Unused import os (unused-import)\n',
    ],
    [
      'shellcheck',
      'In a.sh line 2:\necho $x\n     ^-- SC2086 (info): Double quote.\n\nIn a.sh line 3:\nfi\n^-- SC1089 (error): Parsing stopped here.\n\nIn a.sh line 4:\ny=1\n^-- SC2034 (warning): y appears unused.\n',
    ],
    [
      'shellcheck',
      'a.sh:2:6: note: Double quote. [SC2086]\na.sh:3:1: error: Parsing stopped here. [SC1089]\na.sh:4:1: warning: y appears unused. [SC2034]\n',
    ],
  ])('%s tells them apart', (tool, text) => {
    const [one] = readOutput(text, 1, { command: tool }).tools
    expect(one).toMatchObject({
      tool,
      problems: { errors: 1, warnings: 2 },
      failures: [{ file: expect.stringContaining('a.') }],
    })
  })

  test('they alone can make the command fail, and are then what is to fix', () => {
    const text = 'a.py:1:0: C0114: Missing module docstring (missing-module-docstring)\n'
    expect(readOutput(text, 16, { command: 'pylint a.py' }).tools[0]?.failures).toHaveLength(1)
    expect(readOutput(text, 0, { command: 'pylint a.py' }).tools[0]?.failures).toHaveLength(0)
  })
})

test('of more failures than are listed the number is right, and warnings are not among it', () => {
  const line = (at: number): string => `src/a.c:${at}:1: ${at % 3 === 0 ? 'warning' : 'error'}: number ${at}\n`
  const text = Array.from({ length: 12_000 }, (_, at) => line(at + 1)).join('')
  const [gcc] = readOutput(text, 1).tools
  expect(gcc?.problems).toEqual({ errors: 8000, warnings: 4000 })
  expect(gcc?.failures.length).toBeLessThanOrEqual(5000)
  expect(gcc?.failures.at(-1)).toMatchObject({ file: 'src/a.c', message: expect.stringMatching(/^number \d+$/) })
})

test('of many runs in one output all are counted, and the last names its failures as well', () => {
  const run = (at: number): string =>
    `FAIL a${at}.test.js\n  ● s › breaks ${at}\n\n    boom\n\nTest Suites: 1 failed, 1 total\nTests:       1 failed, 1 passed, 2 total\nSnapshots:   0 total\nTime:        1 s\n\n`
  const { tools } = readOutput(Array.from({ length: 1500 }, (_, at) => run(at)).join(''), 1)
  expect(tools).toHaveLength(1500)
  expect(tools.at(-1)).toMatchObject({
    tests: { passed: 1, failed: 1, skipped: 0, total: 2 },
    failures: [{ id: 'a1499.test.js::s > breaks 1499', message: 'boom' }],
  })
})
