import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  GATE,
  leftOf,
  PLAN_TASKS,
  planAgent,
  planFiles,
  tickedIn,
  writeFiles,
  wrongWithBranch,
} from '../test/rig/plan-project.ts'

const root = resolve(import.meta.dirname, '../..')
const long = process.argv.includes('--long')
const only = process.argv.filter(word => ['cheap', 'cheats', 'wall'].includes(word))
const given = process.argv.indexOf('--seed')
const seed = given < 0 ? Date.now() % 1_000_000 : Number(process.argv[given + 1])
const limited = process.argv.indexOf('--minutes')
/** For each part with kills, which then ends with fewer of them. */
const minutes = limited < 0 ? Number.POSITIVE_INFINITY : Number(process.argv[limited + 1])
const AGENT = join(root, 'test/programs/plan-agent.mjs')
const folder = mkdtempSync(join(tmpdir(), 'agent-loop-bench-plan-'))
// A copy: a build meanwhile does not change what is measured.
cpSync(join(root, 'dist'), join(folder, 'dist'), { recursive: true })
const CLI = join(folder, 'dist/cli.cjs')

interface Place {
  readonly path: string
  readonly home: string
  readonly env: Readonly<Record<string, string>>
}

function place(name: string, files: Readonly<Record<string, string>>): Place {
  const [path, home] = [join(folder, name, 'project'), join(folder, name, 'home')]
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    GIT_CONFIG_NOSYSTEM: '1',
    NPM_CONFIG_UPDATE_NOTIFIER: 'false',
  }
  mkdirSync(home, { recursive: true })
  writeFiles(path, files)
  const git = (...args: string[]): void => void execFileSync('git', args, { cwd: path, env })
  git('init', '-q', '-b', 'main')
  git('add', '-A')
  git('-c', 'user.name=t', '-c', 'user.email=t@example.org', 'commit', '-q', '-m', 'start')
  return { path, home, env }
}

const agentFor = ({ home }: Place, seconds = 0): string => planAgent(join(home, 'memory'), seconds, AGENT)

/** Runs the plan; killed that long after it began to work, when it still runs. Resolves to the exit code, null when it was killed. */
function plan({ path, env }: Place, more: readonly string[], killAfterMs: number | null): Promise<number | null> {
  const args = ['plan', 'run', 'PLAN.md', '-y', '--json', '--max-iterations', '3', '--jobs', '4', ...more]
  const child = spawn(process.execPath, [CLI, ...args], { cwd: path, env, stdio: ['ignore', 'pipe', 'ignore'] })
  let timer: NodeJS.Timeout | undefined
  child.stdout.once('data', () => {
    if (killAfterMs !== null) timer = setTimeout(() => child.kill('SIGKILL'), killAfterMs)
  })
  child.stdout.resume()
  return new Promise(done => {
    child.on('close', code => {
      clearTimeout(timer)
      done(code)
    })
  })
}

/** The next number between 0 and 1 (mulberry32). */
function random(state: { at: number }): number {
  state.at = (state.at + 0x6d2b79f5) | 0
  let t = Math.imul(state.at ^ (state.at >>> 15), 1 | state.at)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
}

const processesWith = (home: string): readonly string[] =>
  readdirSync('/proc').filter(pid => {
    if (!/^\d+$/.test(pid)) return false
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`HOME=${home}`)
    } catch {
      return false
    }
  })

interface Killed {
  readonly kills: number
  readonly within: number
  /** Flags of every run, and of one that has something to kill when everything else is done. */
  readonly flags: readonly string[]
  readonly again: readonly string[]
}

const loadWords = (): string =>
  loadavg()
    .map(load => load.toFixed(1))
    .join(' ')

/** Kills a plan at random moments and runs it again, then lets it end. */
async function killAndRun(here: Place, { kills, within, flags, again }: Killed): Promise<string> {
  const dice = { at: seed }
  let [done, runs] = [0, 0]
  const end = performance.now() + minutes * 60_000
  for (; done < kills && runs < kills * 3 && performance.now() < end; runs++) {
    const code = await plan(here, runs % 2 === 0 ? flags : [...flags, ...again], random(dice) * within)
    if (code === null) done += 1
    else if (again.length === 0) break
  }
  const code = await plan(here, flags, null)
  return `seed ${seed}: ${done} of ${kills} kills in ${runs} runs, last exit code ${code}, load ${loadWords()}`
}

function report(name: string, how: string, wrong: readonly string[]): boolean {
  console.log(`${name}: ${how}`)
  for (const line of wrong) console.log(`WRONG: ${line}`)
  return wrong.length === 0
}

async function killedWithCheats(kills: number): Promise<boolean> {
  const here = place('killed', planFiles(PLAN_TASKS.map(({ name }) => name)))
  const flags = ['--gate', GATE, '--agent-cmd', agentFor(here)]
  const how = await killAndRun(here, { kills, within: 20_000, flags, again: ['--only', 'HARD-1'] })
  const left = leftOf(here, here.home)
  const ticked = tickedIn(readFileSync(join(here.path, 'PLAN.md'), 'utf8'))
  return report('12 tasks with cheats and conflicts', `${how}, ${ticked.length} of 12 tasks merged`, [
    ...wrongWithBranch(here, join(folder, 'commits')),
    ...(ticked.length === 10 ? [] : [`${ticked.length} tasks are ticked, not 10: ${ticked.join()}`]),
    // Each attempt at the unsolvable task keeps its work on a branch, until a person drops the task.
    ...left.branches.filter(branch => !branch.includes('unsolvable')).map(branch => `branch left: ${branch}`),
    ...(left.worktrees.length <= 2 ? [] : [`worktrees left: ${left.worktrees.join()}`]),
    ...leftAfterDrop(here),
    ...processesWith(here.home).map(pid => `process left: ${pid}`),
  ])
}

function leftAfterDrop({ path, home, env }: Place): readonly string[] {
  execFileSync(process.execPath, [CLI, 'plan', 'drop', 'HARD-1'], { cwd: path, env, stdio: 'ignore' })
  const { branches, worktrees } = leftOf({ path, env }, home)
  return [...branches, ...worktrees].map(each => `left after the task was dropped: ${each}`)
}

/** Cheap tasks spend most of their time in the plan itself: starting, merging, and cleaning up. */
async function killedCheap(kills: number): Promise<boolean> {
  const here = place('killed-cheap', independent(12))
  const flags = ['--proof', 'fast', '--agent-cmd', 'sh agent.sh 0']
  const how = await killAndRun(here, { kills, within: 4_000, flags, again: [] })
  const left = leftOf(here, here.home)
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: here.path, env: here.env, encoding: 'utf8' })
  const subjects = git('log', '--format=%s').trim().split('\n').slice(0, -1)
  const ticked = readFileSync(join(here.path, 'PLAN.md'), 'utf8').match(/^- \[x\]/gm)?.length ?? 0
  return report('12 cheap tasks', `${how}, ${subjects.length} commits`, [
    ...(subjects.length === 12 && new Set(subjects).size === 12 ? [] : [`commits: ${subjects.join(', ')}`]),
    ...(ticked === 12 ? [] : [`${ticked} boxes are ticked`]),
    ...[...left.branches, ...left.worktrees].map(each => `left: ${each}`),
    ...(git('status', '--porcelain') === '' ? [] : ['the tree is dirty']),
    ...processesWith(here.home).map(pid => `process left: ${pid}`),
  ])
}

/** Independent tasks whose checks are cheap, so that turns, proof, and our own work can be told apart. */
function independent(count: number): Readonly<Record<string, string>> {
  const ids = Array.from({ length: count }, (_, at) => `T${at + 1}`)
  return {
    'PLAN.md': ids.map(id => `- [ ] ${id} write ${id}.txt (until: \`grep -q ${id} ${id}.txt\`)\n`).join(''),
    'agent.sh': 'sleep $1; id=$(grep -o "write T[0-9]*.txt" | head -1 | grep -o "T[0-9]*"); echo "$id" > "$id.txt"\n',
  }
}

interface PlanLine {
  readonly kind?: string
  readonly at?: string
  readonly task?: string
}

/** Runs the plan; resolves to what it printed. */
function planEvents({ path, env }: Place, args: readonly string[]): readonly PlanLine[] {
  const printed = execFileSync(process.execPath, [CLI, 'plan', 'run', 'PLAN.md', '-y', '--json', ...args], {
    cwd: path,
    env,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  return printed.split('\n').flatMap(line => (line.startsWith('{') ? [JSON.parse(line) as PlanLine] : []))
}

/** Seconds from one event of each task to another one, per task. */
function between(events: readonly PlanLine[], from: string, to: string): number {
  const at = (kind: string, task: string): number =>
    Date.parse(events.find(event => event.kind === kind && event.task === task)?.at ?? '')
  const tasks = [...new Set(events.flatMap(({ kind, task }) => (kind === to && task !== undefined ? [task] : [])))]
  return tasks.reduce((sum, task) => sum + at(to, task) - at(from, task), 0) / tasks.length / 1000
}

/** What the journals of all loops say they spent on these events, in seconds; merges are loops as well. */
function journaled({ home }: Place, kinds: readonly string[]): number {
  const projects = join(home, '.local/state/agent-loop/projects')
  const journals = readdirSync(projects).flatMap(project => {
    const loops = join(projects, project, 'loops')
    return readdirSync(loops).map(loop => readFileSync(join(loops, loop, 'events.jsonl'), 'utf8'))
  })
  const events = journals.flatMap(text =>
    text
      .split('\n')
      .filter(line => line !== '')
      .map(line => JSON.parse(line)),
  )
  const spent = events.filter(({ kind }) => kinds.includes(kind)).map(({ duration_ms = 0 }) => Number(duration_ms))
  return spent.reduce((sum, ms) => sum + ms, 0) / 1000
}

const COLUMNS = ['jobs', 'wall s', 'ideal s', 'ratio', 'turn s', 'checks and proofs s', 'queue s', 'rest s', 'load']

/** Turns, checks with their proofs, waiting for other merges, and everything else, for each task. */
async function wall(seconds: number): Promise<boolean> {
  const count = 12
  const rows = [COLUMNS]
  for (const jobs of [1, 2, 4]) {
    const here = place(`wall-${jobs}`, independent(count))
    const began = performance.now()
    const events = planEvents(here, ['--jobs', String(jobs), '--agent-cmd', `sh agent.sh ${seconds}`])
    const took = (performance.now() - began) / 1000
    const ideal = (count * seconds) / jobs
    const turn = journaled(here, ['turn-end']) / count
    const checks = journaled(here, ['baseline-end', 'check-end']) / count
    const queue = between(events, 'task-end', 'merge-start')
    const rest = between(events, 'task-start', 'task-merged') - turn - checks - queue
    const figures = [took, ideal, took / ideal, turn, checks, queue, rest].map(figure => figure.toFixed(2))
    rows.push([String(jobs), ...figures, loadWords()])
  }
  console.log(`\n${count} independent tasks, turns of ${seconds} s; turn, checks, queue, and rest are per task`)
  const widths = COLUMNS.map((_, column) => Math.max(...rows.map(row => (row[column] ?? '').length)))
  for (const row of rows) console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
  return true
}

const parts: Readonly<Record<string, () => Promise<boolean>>> = {
  cheap: () => killedCheap(long ? 50 : 5),
  cheats: () => killedWithCheats(long ? 50 : 5),
  wall: () => wall(long ? 10 : 1),
}

try {
  for (const [name, part] of Object.entries(parts))
    if ((only.length === 0 || only.includes(name)) && !(await part())) process.exitCode = 1
} finally {
  await sleep(100)
  rmSync(folder, { recursive: true, force: true })
}
