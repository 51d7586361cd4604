import { expect, test } from 'vitest'
import { recordings } from '../../test/rig/recordings.ts'
import { failuresOf } from './compare.ts'
import { learn } from './learn.ts'
import { readOutput } from './read-output.ts'
import type { Failure, Reading } from './reading.ts'

const all = recordings()

/** What is read from a recorded run. */
function run(path: string): { reading: Reading; failures: Failure[]; said: string } {
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

test('of many tests with one message, those without room stand among the ids', () => {
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
