import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Bench, loadWords, type Place, type PlanRun, processesWith, random, startPlan } from './place.ts'

interface Killing {
  readonly kills: number
  /** The longest time between two kills. */
  readonly withinMs: number
  readonly flags: readonly string[]
  /** Ids of the tasks that nobody finishes. */
  readonly never: readonly string[]
  readonly seed: number
  /** No kill after that time. */
  readonly minutes: number
}

/** What was killed so far. */
interface Killed {
  readonly dice: { at: number }
  readonly victims: Map<string, number>
  count: number
}

/**
 * Kills a plan, or a process that it started, at random moments, and runs it again. Tasks that need a person for it are started again,
 * as a person would. At last it may run to its end. Resolves to what happened, in words.
 */
export async function killAndRun(bench: Bench, here: Place, killing: Killing): Promise<string> {
  const { kills, flags, seed, minutes } = killing
  const [killed, end] = [{ dice: { at: seed }, victims: new Map(), count: 0 }, performance.now() + minutes * 60_000]
  let runs = 0
  for (; killed.count < kills && runs < kills * 3 && performance.now() < end; runs++) {
    // Every second run tries again what was given up.
    const stuck = runs % 2 === 0 ? [] : waitingForPerson(bench, here)
    await killWhileRunning(startPlan(bench, here, [...flags, ...onlyThese(stuck)]), here, killing, killed)
    if (isFinished(bench, here)) break
  }
  const code = await toTheEnd(bench, here, killing)
  const victims = [...killed.victims].map(([name, count]) => `${name} ${count}`).join(', ')
  return `seed ${seed}: ${killed.count} of ${kills} kills in ${runs} runs (${victims}), last exit code ${code}, load ${loadWords()}`
}

async function killWhileRunning(
  run: PlanRun,
  here: Place,
  { kills, withinMs }: Killing,
  killed: Killed,
): Promise<void> {
  await run.begun
  const ended = run.ended.then(() => 'ended')
  while (killed.count < kills) {
    if ((await Promise.race([ended, sleep(random(killed.dice) * withinMs, 'waited')])) === 'ended') return
    const others = processesWith(here).filter(pid => pid !== run.pid)
    const victim = random(killed.dice) < 0.5 ? run.pid : others[Math.floor(random(killed.dice) * others.length)]
    const name = victim === run.pid ? 'plan' : nameOf(victim ?? 0)
    if (name === null) continue
    try {
      process.kill(victim ?? 0, 'SIGKILL')
    } catch {
      continue
    }
    killed.count += 1
    killed.victims.set(name, (killed.victims.get(name) ?? 0) + 1)
  }
  await run.ended
}

function nameOf(pid: number): string | null {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  } catch {
    return null
  }
}

const onlyThese = (ids: readonly string[]): readonly string[] => (ids.length === 0 ? [] : ['--only', ids.join()])

/** Runs the plan until only what nobody finishes is left; the exit code of the last run. */
async function toTheEnd(bench: Bench, here: Place, { flags, never }: Killing): Promise<number | null> {
  let code: number | null = null
  for (let round = 0; round < 6; round++) {
    code = await startPlan(bench, here, flags).ended
    const stuck = waitingForPerson(bench, here).filter(id => !never.includes(id))
    if (stuck.length === 0) return code
    await startPlan(bench, here, [...flags, ...onlyThese(stuck)]).ended
  }
  return code
}

interface PlanStatus {
  readonly tasks: readonly {
    readonly id: string
    readonly status: string
    readonly attempts: number
    readonly sent_back: number
  }[]
}

export function tasksOf({ cli }: Bench, { path, env }: Place): PlanStatus['tasks'] {
  const printed = execFileSync(process.execPath, [cli, 'plan', 'status', '--json'], {
    cwd: path,
    env,
    encoding: 'utf8',
  })
  return (JSON.parse(printed) as PlanStatus).tasks
}

const waitingForPerson = (bench: Bench, here: Place): readonly string[] =>
  tasksOf(bench, here).flatMap(({ id, status }) => (status === 'needs_you' ? [id] : []))

const isFinished = (bench: Bench, here: Place): boolean =>
  tasksOf(bench, here).every(({ status }) => status === 'done' || status === 'dropped')
