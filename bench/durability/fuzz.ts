import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { intrusions } from './intrude.ts'
import { journalWatch } from './invariants.ts'
import { holds, isRunning, makeStage, parentOf, type Stage, strike } from './stage.ts'

export interface FuzzRequest {
  readonly cli: string
  readonly rounds: number
  readonly seed: number
  readonly onRound?: (round: number, troubles: readonly string[]) => void
}

export interface FuzzReport {
  readonly kills: Readonly<Record<string, number>>
  /** What must never be; empty when all is well. */
  readonly troubles: readonly string[]
  /** How long after each death of a daemon the next one was there. */
  readonly backMs: readonly number[]
  readonly turns: number
  readonly loops: number
}

type Target = 'daemon' | 'watcher' | 'agent' | 'gate' | 'daemon and watcher'
const TARGETS: readonly Target[] = [
  'daemon',
  'daemon',
  'daemon',
  'watcher',
  'agent',
  'agent',
  'gate',
  'daemon and watcher',
]

/** Kills something at a random instant, again and again, while loops run in the background; then asks whether anything was lost. */
export async function fuzz({ cli, rounds, seed, onRound }: FuzzRequest): Promise<FuzzReport> {
  const stage = makeStage(cli, 2)
  const troubles: string[] = []
  const kills: Record<string, number> = {}
  const backMs: number[] = []
  const random = seeded(seed)
  const watch = journalWatch(stage, says => troubles.push(says))
  const intrude = intrusions(stage, says => troubles.push(says))
  try {
    const ids = [await begin(stage, 0), await begin(stage, 1)]
    for (let round = 1; round <= rounds; ) {
      await sleep(random() * 300)
      const bold = random() < BOLD
      const target = TARGETS[Math.floor(random() * TARGETS.length)] ?? 'daemon'
      const tree = stage.projects[Math.floor(random() * stage.projects.length)] ?? ''
      const old = stage.daemonPid()
      if (bold && isAtWork(stage, tree)) await intrude.intoTree(tree)
      // An agent or a gate is not there at every instant.
      if (!(await strikeAt(stage, target, tree, random() * 80))) continue
      kills[target] = (kills[target] ?? 0) + 1
      const began = performance.now()
      await (bold ? intrude.intoFleet(ids.length) : statusAnswers(stage, troubles))
      if (target === 'daemon and watcher') await bringBack(stage, ids, troubles)
      if (target.startsWith('daemon')) {
        const back = await holds(() => stage.daemonPid() !== old && isRunning(stage.daemonPid()), 40_000)
        if (!back) troubles.push(`round ${round}: no daemon came back`)
        if (target === 'daemon') backMs.push(performance.now() - began)
      }
      await oneDaemon(stage, round, troubles)
      for (const id of ids) watch.look(id)
      onRound?.(round, troubles)
      round += 1
    }
    await finish(stage, ids, troubles)
    if (!(await holds(() => stage.places().length === 0, 15_000)))
      troubles.push(`places are kept for loops that have ended: ${stage.places().join(' ')}`)
    for (const id of ids) {
      watch.judge(id)
      await intrude.intoEnded(id)
    }
    watch.judgeLedger()
    const turns = readFileSync(join(stage.ledger, 'turns'), 'utf8').trimEnd().split('\n').length
    await stage.cli(['daemon', 'stop', '--force'], stage.folder)
    if (!(await holds(() => stage.processes().length === 0, 15_000)))
      troubles.push(`processes are left: ${stage.processes().join(' ')}`)
    return { kills, troubles, backMs, turns, loops: ids.length }
  } finally {
    await strike(stage)
  }
}

/** In so many rounds somebody wants in who must not. */
const BOLD = 0.25

/** While its daemon lives a loop has its tree; that daemon's own words are the lease. */
const isAtWork = (stage: Stage, tree: string): boolean => isRunning(stage.daemonPid()) && stage.leases().includes(tree)

async function begin(stage: Stage, index: number): Promise<string> {
  const flags = [
    '-c',
    join(stage.folder, 'bin/gate'),
    '--agent-cmd',
    'agent',
    '--max-iterations',
    '100000',
    '--timeout',
    '24h',
    '--json',
  ]
  const { out, err } = await stage.cli(['start', 'fill the file', ...flags], stage.projects[index] ?? '')
  const { loop_id: id } = JSON.parse(out || '{}') as { loop_id?: string }
  if (!id) throw new Error(`no loop was begun: ${out}${err}`)
  return id
}

/** False when there is nothing of the kind. An agent or a gate is waited for, and then given a moment; so is one before its daemon dies. */
async function strikeAt(stage: Stage, target: Target, tree: string, moment: number): Promise<boolean> {
  const noted = (kind: 'agent' | 'gate'): number => {
    const file = join(stage.ledger, `${kind}-${basename(tree)}`)
    const pid = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
    return isRunning(pid) && stage.processes().includes(pid) ? pid : 0
  }
  const waitedFor = target === 'gate' ? 'gate' : 'agent'
  if (target !== 'watcher') await holds(() => noted(waitedFor) > 0, 3_000)
  await sleep(moment)
  if (target === 'agent' || target === 'gate') return killed([noted(target)])
  const daemon = stage.daemonPid()
  // A daemon whose watcher was killed a blink ago would die with it: that is another target.
  const watcher = watcherOf(stage, daemon)
  if (!isRunning(watcher)) return false
  return killed(target === 'daemon' ? [daemon] : target === 'watcher' ? [watcher] : [watcher, daemon])
}

/** All of them, or none. */
function killed(pids: readonly number[]): boolean {
  if (!pids.every(isRunning)) return false
  for (const pid of pids) process.kill(pid, 'SIGKILL')
  return true
}

/** Its parent, or, when that was killed before, the shell that it has begun itself. */
function watcherOf(stage: Stage, daemon: number): number {
  const ours = stage.processes()
  const parent = parentOf(daemon)
  if (ours.includes(parent)) return parent
  return (
    ours.find(
      pid => parentOf(pid) === daemon && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('daemon\0run'),
    ) ?? 0
  )
}

async function statusAnswers(stage: Stage, troubles: string[]): Promise<void> {
  for (const tree of stage.projects.slice(0, 1)) {
    const { code, out, err } = await stage.cli(['status', '--json'], tree)
    if (code !== 0 || !out.startsWith('{"loops":[{')) troubles.push(`status answered ${code}: ${out}${err}`)
  }
}

/** Nobody is left who could begin a daemon: people do, several at once, by taking their loops up. */
async function bringBack(stage: Stage, ids: readonly string[], troubles: string[]): Promise<void> {
  const ends = await Promise.all(ids.map(id => stage.cli(['resume', id], stage.folder)))
  // Either is right: it was taken up by this, or by the daemon that this began.
  for (const { code, out, err } of ends)
    if (code !== 0 && code !== 8) troubles.push(`resume answered ${code}: ${out}${err}`)
}

/** One that finds another in its place leaves, and may take a moment to. */
async function oneDaemon(stage: Stage, round: number, troubles: string[]): Promise<void> {
  const daemons = (): readonly number[] =>
    stage.processes().filter(pid => /node\S*\0[^\0]*cli\.cjs\0daemon\0run/.test(commandOf(pid)))
  if (!(await holds(() => daemons().length <= 1, 20_000)))
    troubles.push(`round ${round}: several daemons live: ${daemons().join(' ')}`)
}

function commandOf(pid: number): string {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    // The watcher has the same words behind its own.
    return command.startsWith('/bin/sh') ? '' : command
  } catch {
    return ''
  }
}

/** The gate may be green now; every loop must get there. */
async function finish(stage: Stage, ids: readonly string[], troubles: string[]): Promise<void> {
  writeFileSync(join(stage.ledger, 'finish'), '')
  for (const [index, id] of ids.entries()) {
    const tree = stage.projects[index] ?? ''
    const status = async (): Promise<string> => {
      const { out } = await stage.cli(['status', id, '--json'], tree)
      return (JSON.parse(out) as { loops: { status: string }[] }).loops[0]?.status ?? ''
    }
    if (!(await holds(async () => (await status()) === 'verified', 60_000)))
      troubles.push(`${id} stands at ${await status()} although its gate is green`)
  }
}

/** Numbers that are the same for the same seed. */
function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
