// What a turn costs beyond the agent and the check. Both write down when they began and ended, so every loop is measured from
// outside and alike: the time between two turns, minus the check in between. Red to the end, with a message that changes.
//   npm run bench:loop             100 turns; -- --long: 1,000; -- --no-peers: without the loops of others
import { spawnSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { peers } from './loop-peers.mjs'
import { median, printTable } from './side-by-side.mjs'

const CLI = resolve(import.meta.dirname, '../dist/cli.cjs')
const long = process.argv.includes('--long')
const turns = long ? 1_000 : 100
const windows = long
  ? [
      [1, 50],
      [451, 500],
      [951, 1_000],
    ]
  : [
      [1, 50],
      [51, 100],
    ]

/** What a peer that reads the stream of Claude Code wants to hear. */
const AS_CLAUDE = `printf '%s\\n' '{"type":"system","subtype":"init","session_id":"s"}' '{"type":"assistant","message":{"content":[{"type":"text","text":"done"}]}}' '{"type":"result","subtype":"success","is_error":false,"result":"done <promise>COMPLETE</promise>","usage":{"input_tokens":1,"output_tokens":1}}'`

const ours = {
  name: 'agent-loop',
  run({ bin, env, tree, turns, events }) {
    const file = openSync(events, 'w')
    const loop = ['run', 'fill the files', '-c', join(bin, 'check'), '--agent-cmd', join(bin, 'claude'), '--json']
    const limits = ['--max-iterations', String(turns), '--timeout', '24h']
    spawnSync(process.execPath, [CLI, ...loop, ...limits], { cwd: tree, env, stdio: ['ignore', file, 'inherit'] })
    closeSync(file)
  },
}
const shellLoop = {
  name: 'bare shell loop',
  run({ bin, env, tree, turns }) {
    const line = `for i in $(seq ${turns}); do echo prompt | '${bin}/claude'; '${bin}/check'; done`
    spawnSync('bash', ['-c', line], { cwd: tree, env, stdio: 'ignore' })
  },
}

const table = [['loop', 'files', ...windows.flatMap(([from, to]) => [`median ${from}–${to}`, 'p95']), 'worst']]
measure(shellLoop, 50, turns)
measure(ours, 50, turns)
measure(ours, 10_000, Math.min(turns, 50))
for (const peer of process.argv.includes('--no-peers') ? [] : peers()) measure(peer, 50, turns)
printTable(table)
console.log('milliseconds a turn beyond agent and check, starting and ending their processes included;')
console.log('"by events": the same without that, as the loop itself tells how long agent and check took')

function measure(loop, files, turns) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'agent-loop-bench-')))
  try {
    const place = furnished(folder, files, turns)
    const refused = loop.run(place)
    if (typeof refused === 'string') return table.push([loop.name, files, refused])
    tell(loop.name, files, readGaps(place.log))
    if (existsSync(place.events)) tell(`${loop.name}, by events`, files, eventGaps(place.events))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function tell(name, files, gaps) {
  if (gaps.length === 0) return table.push([name, files, 'took no turns'])
  const cells = windows.flatMap(([from, to]) => {
    const part = gaps.slice(from - 1, to)
    return part.length === 0 ? ['', ''] : [ms(median(part)), ms(quantile(part, 0.95))]
  })
  table.push([name, files, ...cells, ms(Math.max(...gaps))])
}

/** From the start of one turn to that of the next, without what the agent and the commands took. */
function eventGaps(path) {
  const gaps = []
  let [began, own] = [null, 0]
  for (const line of readFileSync(path, 'utf8').trim().split('\n')) {
    const event = JSON.parse(line)
    if (event.kind === 'turn-end') own += event.duration_ms
    if (event.kind === 'check-end') for (const { duration_ms } of event.evidence) own += duration_ms
    if (event.kind !== 'turn-start') continue
    if (began !== null) gaps.push(Date.parse(event.at) - began - own)
    ;[began, own] = [Date.parse(event.at), 0]
  }
  return gaps
}

function furnished(folder, files, turns) {
  const [tree, bin, home, log] = ['tree', 'bin', 'home', 'log'].map(name => join(folder, name))
  for (const directory of [tree, bin, home]) mkdirSync(directory)
  for (let file = 0; file < files; file++) {
    const path = join(tree, `src/${Math.floor(file / 100)}/${file}.txt`)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, `file ${file}\n`.repeat(20))
  }
  const env = { PATH: `${bin}:${process.env.PATH}`, HOME: home, LOG: log, GIT_CONFIG_NOSYSTEM: '1' }
  const git = (...args) => spawnSync('git', args, { cwd: tree, env })
  git('init', '-q')
  git('config', 'user.name', 'bench')
  git('config', 'user.email', 'bench@example.org')
  git('add', '-A')
  git('commit', '-qm', 'start')
  program(
    join(bin, 'claude'),
    'began=$EPOCHREALTIME',
    'if [ "$1" = --version ]; then echo 2.0.0; exit; fi',
    'echo "$began" >> src/0/0.txt',
    AS_CLAUDE,
    'echo "turn $began $EPOCHREALTIME" >> "$LOG"',
  )
  const spell = 'n=$(wc -l < "$LOG"); word=$(printf "%o" "$n" | tr 0-7 a-h)'
  program(
    join(bin, 'check'),
    'began=$EPOCHREALTIME',
    spell,
    'echo "the part $word is missing"',
    'echo "check $began $EPOCHREALTIME" >> "$LOG"',
    'exit 1',
  )
  return { tree, bin, log, env, turns, events: join(folder, 'events') }
}

function program(path, ...lines) {
  writeFileSync(path, ['#!/bin/bash', ...lines, ''].join('\n'), { mode: 0o755 })
}

function readGaps(log) {
  const entries = readFileSync(log, { encoding: 'utf8', flag: 'a+' }).trim().split('\n').filter(Boolean)
  const gaps = []
  let [ended, checked] = [null, 0]
  for (const entry of entries) {
    const [kind, began, end] = entry.split(' ').map((word, index) => (index === 0 ? word : Number(word) * 1_000))
    if (kind === 'check') checked += end - began
    else {
      if (ended !== null) gaps.push(began - ended - checked)
      ;[ended, checked] = [end, 0]
    }
  }
  return gaps
}

function quantile(numbers, part) {
  return numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * part))]
}

function ms(number) {
  return number.toFixed(1)
}
