// What a Stop hook costs a turn beyond the gate itself, as a ratio to a bare `node -e 0`.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { printTable } from './side-by-side.mjs'

const LIMIT = 2
const ROUNDS = 25
const ROUNDS_ALONE = 7
const SECONDS = 0.2
const cli = resolve(import.meta.dirname, '../dist/cli.cjs')
const folder = mkdtempSync(join(tmpdir(), 'agent-loop-bench-'))
const project = join(folder, 'project')
mkdirSync(project)
for (let file = 0; file < 50; file++) writeFileSync(join(project, `file-${file}.txt`), `${file}\n`)
const env = { PATH: process.env.PATH, HOME: folder }
const options = { cwd: project, env, encoding: 'utf8' }
writeFileSync(join(project, 'word'), 'missing everything\n')
spawnSync('git', ['init', '-q'], options)
const pause = join(folder, 'pause')
writeFileSync(pause, '0')

const timed = (args, input = '') => {
  const began = process.hrtime.bigint()
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { ...options, input })
  if (status !== 0) throw new Error(`${args.join(' ')}: ${stdout}${stderr}`)
  return { ms: Number(process.hrtime.bigint() - began) / 1e6, stdout }
}
const stop = session =>
  timed([cli, 'hook', 'stop'], JSON.stringify({ session_id: session, cwd: project, hook_event_name: 'Stop' }))
const median = numbers => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]

const limits = ['--max-iterations', '1000', '--timeout', '24h', '--proof', 'fast']
const { stdout } = timed([
  cli,
  'adopt',
  'a task',
  '-c',
  'sleep $(cat ../pause); cat word; test -f done',
  '--session',
  'ours',
  '--json',
  ...limits,
])
const state = join(folder, '.local/state/agent-loop')
const loops = join(state, 'projects')
const journal = join(loops, readdirSync(loops)[0], 'loops', JSON.parse(stdout).loop_id, 'events.jsonl')
/** What the check of the latest turn took: the gate itself. */
const gateMs = () => {
  const events = readFileSync(journal, 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  const flat = events.flatMap(line => line.events ?? line.event ?? line)
  return flat.findLast(({ kind }) => kind === 'check-end').duration_ms
}

let turn = 0
/** What becomes durable beside the check is hidden by one that takes its time, and competes with one that does not: both are told. */
const redTurn = seconds => {
  writeFileSync(pause, String(seconds))
  // Another word each turn, so that the loop does not stand still.
  writeFileSync(join(project, 'word'), `missing ${String.fromCharCode(97 + (turn++ % 26)).repeat(8)}\n`)
  const { ms, stdout } = stop('ours')
  if (!stdout.includes('"block"')) throw new Error(`the loop ended: ${stdout}`)
  return ms - gateMs()
}

// The daemon that the adoption began is there once it listens.
const serving = () => {
  try {
    const { socket, owner } = JSON.parse(readFileSync(join(state, 'daemon/daemon.json'), 'utf8'))
    return existsSync(socket) && owner.pid
  } catch {
    return false
  }
}
while (!serving()) await new Promise(resolve => setTimeout(resolve, 50))
const [bare, none, brief, ours, alone] = [[], [], [], [], []]
/** Each is set against a bare start of the same moment: a machine that others use changes between two. */
const beside = (list, run) => {
  const start = timed(['-e', '0']).ms
  const ms = run()
  bare.push(start)
  list.push({ ms, ratio: ms / start })
}
for (let round = 0; round < ROUNDS; round++) {
  beside(none, () => stop('another').ms)
  beside(brief, () => redTurn(0))
  beside(ours, () => redTurn(SECONDS))
}
timed([cli, 'daemon', 'stop', '--force'])
while (serving()) await new Promise(resolve => setTimeout(resolve, 50))
for (let round = 0; round < ROUNDS_ALONE; round++) beside(alone, () => redTurn(0))
rmSync(folder, { recursive: true, force: true })

const rows = [
  ['node -e 0', bare.map(ms => ({ ms, ratio: 1 }))],
  ['hook stop, session without a loop', none],
  ['hook stop, red turn, less a check that takes nothing', brief],
  [`hook stop, red turn, less a check of ${SECONDS} s`, ours],
  ['the same without a daemon', alone],
].map(([name, list]) => ({ name, ms: median(list.map(({ ms }) => ms)), ratio: median(list.map(({ ratio }) => ratio)) }))
printTable([
  ['stop', 'median ms', 'ratio', `limit ${LIMIT}`],
  ...rows.map(({ name, ms, ratio }) => [name, ms.toFixed(1), ratio.toFixed(2), ratio <= LIMIT ? 'ok' : 'TOO SLOW']),
])
console.log(
  'The check is what the journal says of it: its command, listening to it, and the end of all that it started.',
)
console.log('All else is counted: both starts, the lease, keeping the tree, the journal, the view, the next prompt.')
// Without a daemon the whole program is loaded; an adoption begins one, so that is told and not held against the limit.
process.exitCode = rows.slice(0, -1).every(({ ratio }) => ratio <= LIMIT) ? 0 : 1
