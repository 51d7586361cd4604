import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { GateOptions } from '../options.ts'
import { importsOnlyGone, removedNames, removedWithTests } from './removed-names.ts'

const TRAIN = 'pub trait ToTrainCase {\n    fn to_train_case(&self) -> String;\n}\n'
const OPTIONS = 'function format(options) {\n  return options.fixedDecimals ? 1 : 2\n}\n'

/** The names that a task removes from a tree with these files; null: deleted. */
async function removed(
  task: string,
  before: Readonly<Record<string, string>>,
  now: Readonly<Record<string, string | null>>,
) {
  const tree = mkdtempSync(join(tmpdir(), 'agent-loop-removed-'))
  const current = { ...before, ...now }
  for (const [path, text] of Object.entries(current)) if (text !== null) writeFileSync(join(tree, path), text)
  const options = {
    task,
    tree,
    workspace: tree,
    env: {},
    changes: async () =>
      Object.entries(now).map(([path, text]) => ({ path, status: text === null ? 'deleted' : 'modified' })),
    readNow: async (path: string) => current[path] ?? null,
    readBefore: async (path: string) => before[path] ?? null,
  } as unknown as GateOptions
  try {
    return (await removedNames(options)).toSorted()
  } finally {
    rmSync(tree, { recursive: true, force: true })
  }
}

const RUST = { 'train.rs': TRAIN, 'lib.rs': 'mod train;\nfn transform() {}\n' }
const WITHOUT = { 'train.rs': null, 'lib.rs': 'fn transform() {}\n' }

test('what is described goes with its tests, if all of it is gone', async () => {
  expect(await removed('Remove the Train-Case conversion and its tests', RUST, WITHOUT)).toEqual([
    'ToTrainCase',
    'to_train_case',
  ])
  expect(await removed('drop support for train case, with all tests', RUST, WITHOUT)).toEqual([
    'ToTrainCase',
    'to_train_case',
  ])
  expect(await removed('Remove the Train-Case conversion', RUST, WITHOUT)).toEqual([])
  expect(
    await removed('Remove the tests of the Train-Case conversion', RUST, { 'lib.rs': 'fn transform() {}\n' }),
  ).toEqual([])
  const used = { ...WITHOUT, 'lib.rs': 'fn transform() { x.to_train_case() }\n' }
  expect(await removed('Remove the Train-Case conversion and its tests', RUST, used)).toEqual([])
})

test('an option is gone when no source has its name', async () => {
  const task = 'Remove the fixedDecimals option and its test'
  const gone = { 'format.js': 'function format() {\n  return 2\n}\n' }
  expect(await removed(task, { 'format.js': OPTIONS }, gone)).toEqual(['fixedDecimals'])
  expect(await removed(task, { 'format.js': OPTIONS }, { 'format.js': `${OPTIONS}// changed\n` })).toEqual([])
  expect(await removed(task, { 'format.js': OPTIONS }, { 'format.js': "const a = 'fixedDecimals'\n" })).toEqual([])
})

test('an option goes from several functions, and unchanged demos may still pass it', async () => {
  const before = { 'a.js': 'function parse(o) { return o.multipart }\n', 'a.bench.js': 'parse({ multipart: true })\n' }
  const gone = { 'a.js': 'function parse() { return 2 }\n' }
  for (const task of [
    'Remove the multipart option from parse and format, together with its tests and its documentation',
    'drop the option multipart of parse and format, with its tests',
    'Delete the `multipart` option from parse, format, and decode and its tests',
  ]) {
    expect(await removed(task, before, gone)).toEqual(['multipart'])
    expect(await removed(task, before, { 'a.test.js': '' })).toEqual([])
    expect(await removed(task, before, { 'a.js': "function parse(o) { return o['multi' + 'part'] }\n" })).toEqual([])
    expect(await removed(task, before, { ...gone, 'a.bench.js': 'export const read = o => o.multipart\n' })).toEqual([])
  }
})

test('a member with its name in quotes, or in pieces, is still there', async () => {
  const task = 'remove legacyTotal and its tests'
  const before = { 'price.js': 'exports.legacyTotal = () => 1\n' }
  expect(await removed(task, before, { 'price.js': 'exports.total = () => 1\n' })).toEqual(['legacyTotal'])
  for (const name of ["'legacyTotal'", "'legacy' + 'Total'"])
    expect(await removed(task, before, { 'price.js': `exports[${name}] = () => 1\n` })).toEqual([])
})

test('only files that git does not ignore count, and no programs', async () => {
  const [task, lib] = ['remove mul_two', 'int mul_two(int a) { return a; }\n']
  const files = { '.gitignore': 'old*\n', 'old.c': lib, program: `\0ELF mul_two \0`, 'lib.c': lib }
  expect(await removed(task, files, { 'lib.c': '' })).toEqual(['mul_two'])
  expect(await removed(task, files, { 'lib.c': '', 'lib.h': 'int mul_two(int);\n' })).toEqual([])
  // Moved to a file that the change hides from git.
  const hidden = { '.gitignore': 'old*\nmore.c\n', 'lib.c': '', 'more.c': lib }
  expect(await removed(task, files, hidden)).toEqual([])
})

test('of several places, the name must be gone from all', async () => {
  const files = { 'lib.c': 'int mul_two(int a) { return a; }\n', 'lib.h': 'int mul_two(int);\n' }
  const task = 'remove mul_two from lib.c and lib.h'
  expect(await removed(task, files, { 'lib.c': '', 'lib.h': '' })).toEqual(['mul_two'])
  expect(await removed(task, files, { 'lib.c': '' })).toEqual([])
})

test('a value that a word describes is gone when no source has the word', async () => {
  const before = { 'parse.py': 'def f(type):\n    if type == "ts":\n        return 1\n    return 2\n' }
  const gone = { 'parse.py': 'def f(type):\n    return 2\n' }
  for (const task of [
    'Remove the support for the ts type (Linux system log date format), with its tests in test_parse.py and its row in README.rst',
    'drop support for the "ts" format and its tests',
    'Delete the ts type, together with its tests',
    'remove the type `ts` and its tests',
  ]) {
    expect(await removed(task, before, gone)).toEqual(['ts'])
    expect(await removed(task, before, { 'test_parse.py': '' })).toEqual([])
    expect(await removed(task, before, { 'parse.py': 'def f(type):\n    return type == "t" + "s"\n' })).toEqual([])
  }
  expect(await removed('Remove the ts type', before, gone)).toEqual([])
})

test.each([
  ['Remove the support for the ts type, with its tests in a_test.py', 'the support for the ts type'],
  ['remove the CSV export and its tests', 'the CSV export'],
  ['drop train case along with the tests for it', 'train case'],
  ['Remove the flaky test and its snapshot', null],
  ['remove the duplicate tests and their fixtures', null],
  ['remove the redundant check in parse and its tests', null],
  ['remove the dependency on left-pad and its tests', null],
  ['remove the ignored multipart option and its tests', null],
  ['fix the parser and its tests', null],
])('%s removes %s with its tests', (task, phrase) => expect(removedWithTests(task)).toBe(phrase))

test('finds the names of a deleted module that the task refers to by its file name', async () => {
  const before = {
    'blend.js': 'export function blend(a, b) {\n  return b\n}\n\nexport function put() {}\n',
    'index.js': 'export function put() {}\n',
  }
  const task = 'shop/blend was a mistake. Remove that mode: source, types, its tests and its docs.'
  expect(await removed(task, before, { 'blend.js': null })).toEqual(['blend'])
  expect(await removed('Remove that mode and its tests', before, { 'blend.js': null })).toEqual([])
  expect(await removed('Do not remove shop/blend', before, { 'blend.js': null })).toEqual([])
  const used = { 'blend.js': null, 'index.js': 'export function put() {\n  blend(1)\n}\n' }
  expect(await removed(task, before, used)).toEqual([])
})

test('a test file may be deleted if it imports only deleted modules', () => {
  const gone = new Set(['src/blend.js'])
  const text =
    "import { suite } from 'uvu'\nimport { blend, put } from '../src/blend'\nimport rows from './suites/rows'\n"
  expect(importsOnlyGone('test/blend.js', text, gone)).toBe(true)
  expect(importsOnlyGone('test/blend.js', `${text}import { put as own } from '../src/index'\n`, gone)).toBe(false)
  expect(importsOnlyGone('test/blend.js', `${text}import other from '../src/blender'\n`, gone)).toBe(false)
  expect(importsOnlyGone('test/put.js', "import { put } from '../src/index'\n", gone)).toBe(false)
  expect(importsOnlyGone('test/blend.js', text, new Set())).toBe(false)
})
