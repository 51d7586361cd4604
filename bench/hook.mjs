// What a Stop hook costs a turn beyond the gate itself, as a ratio to a bare `node -e 0`.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { printTable } from './side-by-side.mjs'

const LIMIT = 2
const ROUNDS = 21
const ROUNDS_ALONE = 5
const cli = resolve(import.meta.dirname, '../dist/cli.cjs')
const folder = mkdtempSync(join(tmpdir(), 'agent-loop-bench-'))
const project = join(folder, 'project')
mkdirSync(project)
for (let file = 0; file < 50; file++) writeFileSync(join(project, `file-${file}.txt`), `${file}\n`)
const env = { PATH: process.env.PATH, HOME: folder }
const options = { cwd: project, env, encoding: 'utf8' }
writeFileSync(join(project, 'word'), 'missing everything\n')
spawnSync('git', ['init', '-q'], options)

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
  'cat word; test -f done',
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
const redTurn = () => {
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
const [bare, none, ours, alone] = [[], [], [], []]
for (let round = 0; round < ROUNDS; round++) {
  bare.push(timed(['-e', '0']).ms)
  none.push(stop('another').ms)
  ours.push(redTurn())
}
timed([cli, 'daemon', 'stop', '--force'])
while (serving()) await new Promise(resolve => setTimeout(resolve, 50))
for (let round = 0; round < ROUNDS_ALONE; round++) alone.push(redTurn())
rmSync(folder, { recursive: true, force: true })

const rows = [
  ['node -e 0', median(bare)],
  ['hook stop, session without a loop', median(none)],
  ['hook stop, red turn, less the check', median(ours)],
  ['the same without a daemon', median(alone)],
].map(([name, ms]) => ({ name, ms, ratio: ms / median(bare) }))
printTable([
  ['stop', 'median ms', 'ratio', `limit ${LIMIT} beyond`],
  ...rows.map(({ name, ms, ratio }) => [name, ms.toFixed(1), ratio.toFixed(2), ratio <= LIMIT ? 'ok' : 'TOO SLOW']),
])
process.exitCode = rows.slice(0, -1).every(({ ratio }) => ratio <= LIMIT) ? 0 : 1
