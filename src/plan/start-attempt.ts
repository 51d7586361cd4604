import { randomBytes } from 'node:crypto'
import type { AgentConfig } from '../agents/config.ts'
import { loopIdFor } from '../loop/loop-id.ts'
import type { LoopState } from '../loop/state.ts'
import { closestLoop } from '../run/race/closest.ts'
import { race } from '../run/race/race.ts'
import { fail, ok, type Result } from '../std/result.ts'
import { attempt, isStoppedWithPlan, type NotRun, notRunBecause, pauseLoop } from './attempt.ts'
import { currentLoops } from './plan-state.ts'
import { loopOf, now, type PlanSession, taskOf } from './session.ts'
import { racersFor } from './task-request.ts'

export interface RunningAttempt {
  /** Several in a race. */
  readonly loops: readonly string[]
  /** Ends after the current turn. */
  pause(because: string): Promise<void>
  /** How it ended: the winner of a race, or the loop that came closest. */
  readonly ended: Promise<Result<LoopState, NotRun>>
}

/** Starts the loop of a task, or several for a race, or resumes them where they stand. Ids are saved before anything of a loop exists. */
export async function startAttempt(session: PlanSession, id: string, signal: AbortSignal): Promise<RunningAttempt> {
  const state = taskOf(session, id)
  const isNew = state.status !== 'running'
  let agents: readonly AgentConfig[] = []
  try {
    agents = isNew || state.racers.length > 0 ? await racersFor(session, id) : []
  } catch (error) {
    return { loops: [], pause: async () => {}, ended: Promise.resolve(notRunBecause(error)) }
  }
  const loops = isNew ? newLoops(state.task.title, agents.length) : currentLoops(state)
  if (isNew) await saveStart(session, id, loops)
  return {
    loops,
    pause: async because => {
      for (const loop of loops) await pauseLoop(session, id, loop, because)
    },
    ended:
      loops.length > 1
        ? raced(session, id, { loops, agents, signal })
        : attempt(session, id, { loop: loops[0] ?? '', signal }),
  }
}

const newLoops = (title: string, racers: number): readonly string[] =>
  Array.from({ length: Math.max(1, racers) }, () => loopIdFor(title, randomBytes(4).toString('hex')))

const saveStart = ({ plan }: PlanSession, task: string, loops: readonly string[]): Promise<void> =>
  plan.save({
    ...{ kind: 'task-start', at: now(), task, loop: loops.at(-1) ?? '' },
    ...(loops.length > 1 ? { racers: loops } : {}),
  })

interface TaskRace {
  readonly loops: readonly string[]
  /** The agent of each loop. */
  readonly agents: readonly AgentConfig[]
  readonly signal: AbortSignal
}

/** The same task in several worktrees. The first verified result wins, and the others stop at once. */
async function raced(
  session: PlanSession,
  id: string,
  { loops, agents, signal }: TaskRace,
): Promise<Result<LoopState, NotRun>> {
  const known = await Promise.all(loops.map(loop => loopOf(session, loop)))
  const won = known.find(state => state?.outcome?.kind === 'verified')
  if (won) return ok(won)
  const refusals: NotRun[] = []
  const [first = ''] = loops
  const { winner, results } = await race(
    loops,
    async (loop, lane) => {
      const agent = agents[loops.indexOf(loop)] ?? null
      const result = await attempt(session, id, { loop, signal: lane.signal, racer: { race: first, agent, lane } })
      if (result.ok) return result.value
      refusals.push(result.error)
      throw NOT_RUN
    },
    signal,
  )
  const broken = results.find(({ error }) => error !== null && error !== NOT_RUN)
  if (broken) throw broken.error
  const states = results.flatMap(({ state }) => state ?? [])
  const tampered = refusals.find(({ because }) => because !== 'refused')
  const best = states.find(({ spec }) => spec.id === winner)
  if (best) return ok(best)
  if (tampered) return fail(tampered)
  const end = states.find(({ outcome }) => isStoppedWithPlan(outcome)) ?? closestLoop(states)
  return end ? ok(end) : fail(refusals[0] ?? { because: 'refused', says: 'no agent of the race could start' })
}

const NOT_RUN = new Error('the loop could not run')
