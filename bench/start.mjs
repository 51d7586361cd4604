// How long the command line takes to start, as a ratio to a bare `node -e 0`.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { printTable, sideBySide } from './side-by-side.mjs'

const LIMIT = 3
const cli = resolve(import.meta.dirname, '../dist/cli.cjs')
const folder = mkdtempSync(join(tmpdir(), 'agent-loop-bench-'))
const project = join(folder, 'project')
mkdirSync(project)
const options = { cwd: project, env: { PATH: process.env.PATH, HOME: folder } }
const old = join(folder, 'old')
const crowded = { cwd: project, env: { PATH: process.env.PATH, HOME: old } }
const ARCHIVED = 10_000

const loop = ['run', 'a task', '-c', 'test -f done', '--agent-cmd', 'touch done', '--max-iterations', '3']
spawnSync(process.execPath, [cli, ...loop], options)

// A second home, in which ten thousand loops have ended.
mkdirSync(old)
rmSync(join(project, 'done'), { force: true })
spawnSync(process.execPath, [cli, ...loop], crowded)
const projects = join(old, '.local/state/agent-loop/projects')
const archive = join(projects, readdirSync(projects)[0], 'archive')
const line = readFileSync(join(archive, readdirSync(archive)[0]), 'utf8')
for (let n = 0; n < ARCHIVED; n++) {
  const id = `ralph-a-task-${n.toString(16).padStart(8, '0')}`
  writeFileSync(join(archive, `${id}.json`), line.replace(/ralph-a-task-[0-9a-f]{8}/g, id))
}

const results = sideBySide(
  [
    { name: 'node -e 0', args: ['-e', '0'], options },
    { name: 'agent-loop --version', args: [cli, '--version'], options },
    { name: 'agent-loop status', args: [cli, 'status'], options },
    { name: 'agent-loop status --json', args: [cli, 'status', '--json'], options },
    { name: 'agent-loop status --all', args: [cli, 'status', '--all'], options },
    { name: `agent-loop status, ${ARCHIVED} archived`, args: [cli, 'status'], options: crowded },
    { name: `agent-loop status --all, ${ARCHIVED} archived`, args: [cli, 'status', '--all'], options: crowded },
  ],
  31,
)
rmSync(folder, { recursive: true, force: true })

printTable([
  ['command', 'median ms', 'ratio', `limit ${LIMIT}`],
  ...results.map(({ name, ms, ratio }) => [name, ms.toFixed(1), ratio.toFixed(2), ratio <= LIMIT ? 'ok' : 'TOO SLOW']),
])
process.exitCode = results.every(({ ratio }) => ratio <= LIMIT) ? 0 : 1
