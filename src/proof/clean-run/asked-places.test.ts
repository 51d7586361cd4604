import { expect, test } from 'vitest'
import type { GateOptions } from '../options.ts'
import { askedPlaces } from './asked-places.ts'

const asked = (path: string, line: string) =>
  askedPlaces({
    task: 'fix it',
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
