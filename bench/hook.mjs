// What a Stop hook costs a turn beyond the check itself, as a ratio to a bare `node -e 0`. No daemon is involved.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { printTable } from './side-by-side.mjs'

const LIMIT = 8
const ROUNDS = 25
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
const loops = join(folder, '.local/state/agent-loop/projects')
const journal = join(loops, readdirSync(loops)[0], 'loops', JSON.parse(stdout).loop_id, 'events.jsonl')
/** How long the check of the latest turn took. */
const checkMs = () => {
  const events = readFileSync(journal, 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  const flat = events.flatMap(line => line.events ?? line.event ?? line)
  return flat.findLast(({ kind }) => kind === 'check-end').duration_ms
}

let turn = 0
/** What is written beside the check is hidden by a slow check, and competes with a fast one: both are measured. */
const failingTurn = seconds => {
  writeFileSync(pause, String(seconds))
  // Another word each turn, so that the loop is not stuck.
  writeFileSync(join(project, 'word'), `missing ${String.fromCharCode(97 + (turn++ % 26)).repeat(8)}\n`)
  const { ms, stdout } = stop('ours')
  if (!stdout.includes('"block"')) throw new Error(`the loop ended: ${stdout}`)
  return ms - checkMs()
}

const [bare, none, fast, slow] = [[], [], [], []]
/** Each is compared with a bare start of the same moment, because the load of a shared machine changes. */
const beside = (list, run) => {
  const start = timed(['-e', '0']).ms
  const ms = run()
  bare.push(start)
  list.push({ ms, ratio: ms / start })
}
for (let round = 0; round < ROUNDS; round++) {
  beside(none, () => stop('another').ms)
  beside(fast, () => failingTurn(0))
  beside(slow, () => failingTurn(SECONDS))
}
rmSync(folder, { recursive: true, force: true })

const rows = [
  ['node -e 0', bare.map(ms => ({ ms, ratio: 1 }))],
  ['hook stop, session without a loop', none],
  ['hook stop, failing turn, less a check that takes no time', fast],
  [`hook stop, failing turn, less a check of ${SECONDS} s`, slow],
].map(([name, list]) => ({ name, ms: median(list.map(({ ms }) => ms)), ratio: median(list.map(({ ratio }) => ratio)) }))
printTable([
  ['stop', 'median ms', 'ratio', `limit ${LIMIT}`],
  ...rows.map(({ name, ms, ratio }) => [name, ms.toFixed(1), ratio.toFixed(2), ratio <= LIMIT ? 'ok' : 'TOO SLOW']),
])
console.log('The check is what the journal says: its command, reading its output, and ending what it started.')
console.log('Everything else counts: the start, the lease, the snapshot, the journal, the view, the next prompt.')
process.exitCode = rows.every(({ ratio }) => ratio <= LIMIT) ? 0 : 1
