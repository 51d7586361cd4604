import { describe, expect, test } from 'vitest'
import { recordings } from '../../../test/rig/recordings.ts'
import type { Failure, OutputReading } from '../../tools/reading/reading.ts'
import { failuresOf } from './compare.ts'
import { learn } from './learn.ts'
import { readOutput } from './read-output.ts'

const all = recordings()

/** What is read from a recorded run. */
function run(path: string): { reading: OutputReading; failures: Failure[]; said: string } {
  const found = all.find(({ tool, case: name }) => `${tool}/${name}` === path)
  if (!found) throw new Error(`no recording ${path}`)
  const { text, label, root } = found
  const reading = readOutput(text, label.exit_code, { command: label.command, root })
  const said = learn({ command: label.command, exitCode: label.exit_code, reading, output: text })
  return { reading, failures: failuresOf(reading), said }
}

test('node:test: every file that cannot be loaded says why, by itself', () => {
  const { failures, said } = run('node-test/load-errors-tap')
  expect(failures.slice(2).map(({ file, line, message }) => [file, line, message])).toEqual([
    ['cjs.test.js', 1, "Error: Cannot find module './nowhere'"],
    [
      'mis.test.mjs',
      1,
      "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'nope-mod' imported from /home/dev/node-test/mis.test.mjs",
    ],
    ['syn.test.mjs', 1, "SyntaxError: Unexpected token ';'"],
    ['syncjs.test.js', 1, 'SyntaxError: Function statements require a function name'],
  ])
  for (const word of ['SyntaxError: Unexpected token', "'nope-mod'", './nowhere', 'syncjs.test.js:1'])
    expect(said).toContain(word)
})

test.each(['tap', 'spec'])('node:test as %s: a file that dies of what it imports says of what', form => {
  const { failures } = run(`node-test/load-errors-imported-${form}`)
  expect(failures.map(({ file, family, frame }) => [file, family, frame])).toEqual([
    ['test/a.test.mjs', 'syntax', 'src/bad.mjs:1'],
    ['test/b.test.mjs', 'missing-module', null],
    ['test/d.test.mjs', 'syntax', null],
  ])
})

test('tests that fail with one message are all named', () => {
  const { said } = run('node-test/load-errors-tap')
  expect(said).toContain('1. one  (a.test.mjs:3) — 2 times\n   boom\n   also: two  (a.test.mjs:4)')
})

test('of many tests with one message, those that do not fit are listed by id', () => {
  const output = [
    'FAIL a.test.js',
    ...Array.from({ length: 40 }, (_, at) => `  ● a rather long name of a test, number ${at + 1}\n\n    boom\n`),
    'Test Suites: 1 failed, 1 total\nTests:       40 failed, 40 total\nSnapshots:   0 total\nTime:        1 s',
  ].join('\n')
  const reading = readOutput(output, 1)
  const said = learn({ command: 'npx jest', exitCode: 1, reading, output })
  for (let at = 1; at <= 40; at++) expect(said).toMatch(new RegExp(`number ${at}\\b`))
  expect(said).toContain('- a.test.js::a rather long name of a test, number 40')
})

test('equal names in two packages are told apart', () => {
  const of = (name: string): string[] =>
    [
      '> test',
      'FAIL x.test.js',
      '  ● breaks',
      '',
      '    boom',
      '',
      'Test Suites: 1 failed, 1 total',
      'Tests:       1 failed, 1 total',
      'Snapshots:   0 total',
      'Time:        1 s',
    ].map((line, at) => `@s/${name}:test: ${at === 0 ? `> @s/${name}@1.0.0 test` : line}`)
  const output = [...of('a'), ...of('b')].join('\n')
  const said = learn({ command: 'npx turbo test', exitCode: 1, reading: readOutput(output, 1), output })
  expect(said).toContain('1. breaks  (x.test.js) [@s/a] — 2 times')
  expect(said).toContain('also: breaks  (x.test.js) [@s/b]')
})

test.each(['module-one-package', 'module-panic', 'module-panic-verbose', 'module-panic-json'])(
  'go: files are named from the root of the module, also in a panic: %s',
  name => {
    const files = run(`go/${name}`).failures.map(({ file, frame }) => [file, frame])
    for (const [file, frame] of files) {
      expect(file).toMatch(/^(?:pkg\/a|other\/b)_test\.go$/)
      expect(frame).toBe(`${file}:3`)
    }
    expect(files.length).toBeGreaterThan(0)
  },
)

test.each([
  ['github.com/me/thing/pkg', 'pkg/a_test.go'],
  ['github.com/me/thing/v2/pkg', 'pkg/a_test.go'],
  ['example.com/foo', 'a_test.go'],
  ['demo/internal/pkg', 'internal/pkg/a_test.go'],
])('go: one package %s has its test in %s', (name, file) => {
  const output = `--- FAIL: TestA (0.00s)\n    a_test.go:3: no\nFAIL\nFAIL\t${name}\t0.007s\nFAIL\n`
  expect(failuresOf(readOutput(output, 1)).map(failure => failure.file)).toEqual([file])
})

test('rustc: warnings are nobody’s failure while a test fails, errors are', () => {
  const { reading, failures } = run('cargo/fail-with-warning')
  expect(failures.map(({ name }) => name)).toEqual(['tests > works'])
  expect(reading.tools.find(({ tool }) => tool === 'rustc')?.problems).toEqual({ errors: 0, warnings: 1 })
  expect(run('cargo/deny-warnings').failures.map(({ id }) => id)).toEqual(['src/lib.rs:unused_variables'])
  expect(run('cargo-build/link-error').failures.map(({ message }) => message)).toEqual([
    'linking with `cc` failed: exit status: 1',
  ])
})

test('warnings that alone made the command fail are what has to be fixed', () => {
  const output = 'warning: unused variable: `x`\n --> src/lib.rs:1:5\n\nwarning: `a` (lib) generated 1 warning\n'
  expect(failuresOf(readOutput(output, 1, { command: './lint' }))).toHaveLength(1)
  expect(failuresOf(readOutput(output, 0, { command: './lint' }))).toHaveLength(0)
})

test.each(['no-toolchain', 'no-manifest'])('cargo that cannot begin says why: %s', name => {
  const { said } = run(`cargo/${name}`)
  expect(said.split('\n')[0]).toMatch(/^Error: (?:rustup could not choose|could not find `Cargo.toml`)/)
  expect(said).not.toContain('file patterns')
})

test('rspec: a file that cannot be loaded counts as one that failed', () => {
  const { reading } = run('rspec/error-only')
  expect(reading.tools).toMatchObject([{ tests: { passed: 0, failed: 1, skipped: 0, total: 1 }, ran: true }])
})

describe('what a test prints', () => {
  const printed = "src/a.ts(3,4): error TS2322: Type 'string' is not assignable to type 'number'.\n"
  const passing = `TAP version 13\n${printed}# Subtest: fine\nok 1 - fine\n1..1\n`
  test.each(['tap', 'spec'])('is no diagnostic: node:test as %s', form => {
    expect(run(`node-test/pass-prints-tsc-${form}`).failures).toEqual([])
  })

  test('is one where the compiler was asked for, or closes its own report', () => {
    expect(failuresOf(readOutput(passing, 0))).toEqual([])
    expect(failuresOf(readOutput(passing, 0, { command: 'tsc; node --test' }))).toHaveLength(1)
    expect(failuresOf(readOutput(`${passing}Found 1 error.\n`, 0))).toHaveLength(1)
  })

  test('and is one where nothing else explains the exit code', () => {
    expect(failuresOf(readOutput(passing, 2))).toHaveLength(1)
  })
})

test.each([
  ['ok 3 checks', 0],
  ['ok 3 checks\nok 7 files', 0],
  ['ok 1 - adds\nok 2 - keeps', 1],
  ['ok 1 - adds\nok 3 - keeps', 1],
  ['ok 41 - adds\nok 42 - keeps\n1..42', 1],
  ['not ok 3 checks', 1],
])('a sentence that begins with "ok" is no TAP stream: %j', (output, streams) => {
  const { tools } = readOutput(output, 0, { command: './check', root: '/' })
  expect(tools.filter(({ tool }) => tool === 'tap')).toHaveLength(streams)
})
