import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openBytecode } from './bytecode.ts'

const MODULE = 'm.py'
const COMPILED = '__pycache__/m.cpython-311.pyc'

function stand() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'agent-loop-bytecode-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const [source, folder] = [join(root, 'lib'), join(root, 'py')]
  mkdirSync(join(source, '__pycache__'), { recursive: true })
  mkdirSync(folder)
  for (const name of [MODULE, COMPILED, '__pycache__/other.cpython-311.pyc']) writeFileSync(join(source, name), name)
  const sinceMs = lstatSync(join(source, '__pycache__/other.cpython-311.pyc')).ctimeMs + 1
  /** Written until the file system dates it after the moment. */
  const change = (name: string): void => {
    do writeFileSync(join(source, name), 'changed')
    while (lstatSync(join(source, name)).ctimeMs < sinceMs)
  }
  const copied = join(folder, source, 'm.cpython-311.pyc')
  const open = (modules: readonly string[] = [join(source, MODULE)]) =>
    openBytecode({ modules: () => modules, unchangedSinceMs: sinceMs })
  return { source, folder, copied, change, open }
}

test('a copy begins with the bytecode of imported modules, and of no others', () => {
  const { source, folder, copied, open } = stand()
  open().fill(folder)
  expect(readFileSync(copied, 'utf8')).toBe(COMPILED)
  expect(existsSync(join(folder, source, 'other.cpython-311.pyc'))).toBe(false)
})

test.each([
  ['bytecode', COMPILED],
  ['source', MODULE],
])('it does not begin with bytecode whose %s changed since', (_, changed) => {
  const { folder, copied, change, open } = stand()
  change(changed)
  open().fill(folder)
  expect(existsSync(copied)).toBe(false)
})

test('what a run compiled is known for the next copy, and taken from where Python keeps it', () => {
  const { source, folder, copied, open } = stand()
  const bytecode = open([])
  bytecode.fill(folder)
  expect(existsSync(copied)).toBe(false)
  mkdirSync(join(folder, source), { recursive: true })
  writeFileSync(copied, 'forged by the run')
  bytecode.learn(folder)
  rmSync(join(folder, source), { recursive: true })
  bytecode.fill(folder)
  expect(readFileSync(copied, 'utf8')).toBe(COMPILED)
})
