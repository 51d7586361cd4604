// Rewrites every generated document: each has a test that fails when it is not current.
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'

const cwd = resolve(import.meta.dirname, '..')
const { status } = spawnSync('npx', ['vitest', 'run', 'test/docs/configuration.test.ts', 'test/docs/tools.test.ts'], {
  cwd,
  stdio: 'inherit',
  env: { ...process.env, UPDATE: '1' },
})
process.exitCode = status ?? 1
