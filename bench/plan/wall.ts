import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Bench, loadWords, type Place, place, printColumns } from './place.ts'

/** Independent tasks whose checks are cheap, so that turns, proof, and our own work can be told apart. */
export function independent(count: number): Readonly<Record<string, string>> {
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
function planEvents({ cli }: Bench, { path, env }: Place, args: readonly string[]): readonly PlanLine[] {
  const printed = execFileSync(process.execPath, [cli, 'plan', 'run', 'PLAN.md', '-y', '--json', ...args], {
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
export async function wall(bench: Bench, seconds: number): Promise<boolean> {
  const count = 12
  const rows = [COLUMNS]
  for (const jobs of [1, 2, 4]) {
    const here = place(bench, `wall-${jobs}`, independent(count))
    const began = performance.now()
    const events = planEvents(bench, here, ['--jobs', String(jobs), '--agent-cmd', `sh agent.sh ${seconds}`])
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
  printColumns(rows)
  return true
}
