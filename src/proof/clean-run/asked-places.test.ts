import { expect, test } from 'vitest'
import type { GateOptions } from '../options.ts'
import { askedPlaces } from './asked-places.ts'

const asked = (path: string, line: string, task = 'fix it') =>
  askedPlaces({
    task,
    env: {},
    changes: async () => [{ path, status: 'modified' }],
    readBefore: async () => '',
    readNow: async () => `${line}\n`,
  } as unknown as GateOptions)

test.each([
  ['a.go', 'dir, _ := os.Getwd()'],
  ['a.go', 'self, _ := os.Executable()'],
  ['a.rs', 'let dir = std::env::current_dir();'],
  ['a.rs', 'let here = path.canonicalize();'],
  ['a.cs', 'var dir = Directory.GetCurrentDirectory();'],
  ['a.py', 'here = os.getcwd()'],
  ['a.js', 'const here = process.cwd()'],
])('%s asks where it runs: %s', async (path, line) => {
  expect((await asked(path, line)).lines).toEqual([`${path}:1`])
})

test('other lines ask for nothing, and neither do comments', async () => {
  expect((await asked('a.go', 'return a + b // Getwd')).any).toBe(false)
})

test.each([
  ['a.c', 'return getenv("HOME") != NULL ? 10 : 0;', 'fix the parser', true],
  ['a.py', 'x = "HOME" in os.environ', 'fix the parser', true],
  ['a.js', 'const x = process.env.HOME', 'read the settings from the home directory', false],
  ['a.go', 'x := os.Getenv("HOME")', 'fall back to $HOME', false],
  ['a.rb', 'x = 1 # HOME', 'fix the parser', false],
])('%s asks for HOME: %s (%s): %j', async (path, line, task, home) => {
  expect((await asked(path, line, task)).home).toBe(home)
})
