// How long the command line takes to start, as a ratio to a bare `node -e 0`.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { printTable, sideBySide } from './side-by-side.mjs'

const LIMIT = 2
const cli = resolve(import.meta.dirname, '../dist/cli.cjs')
const folder = mkdtempSync(join(tmpdir(), 'agent-loop-bench-'))
const project = join(folder, 'project')
mkdirSync(project)
const options = { cwd: project, env: { PATH: process.env.PATH, HOME: folder } }

const loop = ['run', 'a task', '-c', 'test -f done', '--agent-cmd', 'touch done', '--max-iterations', '3']
spawnSync(process.execPath, [cli, ...loop], options)

const results = sideBySide(
  [
    { name: 'node -e 0', args: ['-e', '0'], options },
    { name: 'agent-loop --version', args: [cli, '--version'], options },
    { name: 'agent-loop status', args: [cli, 'status'], options },
    { name: 'agent-loop status --json', args: [cli, 'status', '--json'], options },
  ],
  31,
)
rmSync(folder, { recursive: true, force: true })

printTable([
  ['command', 'median ms', 'ratio', `limit ${LIMIT}`],
  ...results.map(({ name, ms, ratio }) => [name, ms.toFixed(1), ratio.toFixed(2), ratio <= LIMIT ? 'ok' : 'TOO SLOW']),
])
process.exitCode = results.every(({ ratio }) => ratio <= LIMIT) ? 0 : 1
