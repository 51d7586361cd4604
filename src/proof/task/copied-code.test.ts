import { expect, test } from 'vitest'
import { copiedCode } from './copied-code.ts'
import { isNamed } from './named-path.ts'

const FILE = 'def is_file(value):\n    text = str(value)\n    return os.path.isfile(text)\n'
const FOLDER = 'def is_folder(value):\n    text = str(value)\n    return os.path.isdir(text)\n'
const REST = 'def is_even(value):\n    number = int(value)\n    return number % 2 == 0\n'

/** How many functions count as copied if the content of `checks.py` becomes `left` and that of `paths.py` becomes `gained`. */
function copied(task: string, left: string, gained: string): number {
  const before = new Map([['checks.py', FILE + FOLDER + REST]])
  const now = new Map([
    ['checks.py', left],
    ['paths.py', gained],
  ])
  return copiedCode(task, {
    before,
    now,
    changed: new Set(['checks.py', 'paths.py']),
    deleted: [],
    ignored: new Set(),
    isNamed: (path, name) => isNamed(path, name, { tree: '/t', workspace: '/t' }),
  }).length
}

test.each([
  'checks.py is too long. Move is_file and is_folder into their own module paths.py. The old import has to keep working.',
  'move is_file and is_folder to paths.py',
  'Please split the path checks off into paths.py',
  'extract the path helpers into a new module paths.py',
  'is_file and is_folder should be moved to paths.py',
  'pull is_file and is_folder out into paths.py',
  'is_file and is_folder belong in paths.py. Do not leave a copy behind',
  'Put the path checks into paths.py',
  'refactor: move path checks to paths.py, keep backwards compatibility',
])('code that is still in its old file was not moved: %s', task => {
  expect(copied(task, FILE + FOLDER + REST, FILE + FOLDER)).toBe(2)
  expect(copied(task, `from paths import is_file, is_folder\n${REST}`, FILE + FOLDER)).toBe(0)
})

test('code that the task names must not stay; other helpers may be needed in both files', () => {
  expect(copied('move is_file and is_folder to paths.py', FOLDER + REST, FILE + FOLDER)).toBe(1)
  expect(copied('move is_file to paths.py', FOLDER + REST, FILE + FOLDER)).toBe(0)
})

test.each([
  'copy is_file and is_folder to paths.py',
  'move is_file and is_folder to paths.py, but keep the old functions in place for now',
  'add a module paths.py with is_file and is_folder',
  'fix is_file',
])('the task asks for a copy, or moves nothing: %s', task => {
  expect(copied(task, FILE + FOLDER + REST, FILE + FOLDER)).toBe(0)
})

const CLOSE = '  close() {\n    this.socket.end()\n    this.listeners.clear()\n    this.timer.stop()\n  }\n'

/** How many methods count as copied if `b.js` becomes a class with the `close` of `a.js`, which stays. */
function alike(task: string): number {
  const before = new Map([
    ['a.js', `export class A {\n${CLOSE}}\n`],
    ['b.js', 'export class B {\n}\n'],
  ])
  const now = new Map([...before, ['b.js', `export class B {\n${CLOSE}}\n`]])
  return copiedCode(task, {
    before,
    now,
    changed: new Set(['b.js']),
    deleted: [],
    ignored: new Set(),
    isNamed: (path, name) => isNamed(path, name, { tree: '/t', workspace: '/t' }),
  }).length
}

test.each([
  'Put a close() method into B',
  'take listeners into account in B, add close()',
  'Merge the listeners of both peers in B and close them in close()',
])('a method that equals the one of a sibling class was not moved: %s', task => expect(alike(task)).toBe(0))

test.each(['Move close() from A to B', 'Put close() from a.js into b.js', 'Pull close() out of A into B'])(
  'a method that stays where it was: %s',
  task => expect(alike(task)).toBe(1),
)

test('half of a large file is compared quickly in a large tree', () => {
  const functions = Array.from(
    { length: 1500 },
    (_, at) =>
      `export function name${at}(value) {\n  return value * ${at} + offsets[value].first + offsets[value].last\n}\n`,
  )
  const before = new Map([['big.js', functions.join('')]])
  for (let at = 0; at < 1500; at++) before.set(`other/f${at}.js`, functions.slice(0, 20).join('').replaceAll('*', '-'))
  const now = new Map(before)
  now.set('big.js', functions.slice(750).join(''))
  now.set('half.js', functions.slice(0, 750).join(''))
  const found = copiedCode('split big.js into big.js and half.js', {
    before,
    now,
    changed: new Set(['big.js', 'half.js']),
    deleted: [],
    ignored: new Set(),
    isNamed: (path, name) => isNamed(path, name, { tree: '/t', workspace: '/t' }),
  })
  expect(found).toEqual([])
})
