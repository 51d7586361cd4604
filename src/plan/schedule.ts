import { setTimeout as sleep } from 'node:timers/promises'
import type { LoopState } from '../loop/state.ts'
import { isStoppedWithPlan, type NotRun } from './attempt.ts'
import type { PlanStop } from './events.ts'
import { updateList } from './list-file.ts'
import { keepWork, type Landed, land, tidyMerged } from './merge/land.ts'
import { readyTasks } from './order.ts'
import { foreignBase } from './plan-base.ts'
import { limitReached, limitWords, withRunning } from './plan-limits.ts'
import { type PauseOrders, watchOrders } from './plan-orders.ts'
import { addSpending, isForeign, NOTHING_SPENT, type PlanSpending } from './plan-state.ts'
import { loopOf, now, type PlanSession, taskOf } from './session.ts'
import { type RunningAttempt, startAttempt } from './start-attempt.ts'
import { whyEnded } from './why-ended.ts'

/** What runs at this moment. */
interface Work {
  readonly attempts: Map<string, RunningAttempt>
  /** By loop. */
  readonly spending: Map<string, PlanSpending>
  merging: Promise<void> | null
  /** Worktrees of merged tasks that are being removed; only the end waits for them. */
  readonly tidying: Set<Promise<void>>
  stop: PlanStop | null
  /** Something has ended or changed. */
  wake: () => void
  failure: { readonly error: unknown } | null
}

const MOST_BACKS = 2

/**
 * Starts tasks while slots are free and merges verified results one by one, until nothing more can be done without a person, or the
 * plan is to stop. Everything that was decided is in the journal, so another process can continue from there.
 */
export async function schedule({ plan, parts }: PlanSession): Promise<void> {
  const started = performance.now()
  const work: Work = {
    attempts: new Map(),
    spending: new Map(),
    merging: null,
    tidying: new Set(),
    stop: null,
    wake: () => {},
    failure: null,
  }
  const session = countingTurns({ plan, parts }, work)
  const stopFor = (pause: PlanStop): void => {
    if (work.stop !== null) return
    work.stop = pause
    if (pause.because !== 'interrupted')
      for (const each of work.attempts.values()) void each.pause(pause.says).catch(() => {})
    work.wake()
  }
  const interrupted = (): void => stopFor({ because: 'interrupted', says: 'interrupted' })
  parts.signal.addEventListener('abort', interrupted, { once: true })
  if (parts.signal.aborted) interrupted()
  const orders: PauseOrders = await watchOrders(session, () =>
    stopFor({ because: 'requested', says: 'paused by a person' }),
  )
  const deadline = timeLimit(session, started, () => stopFor(limitWords('ms', plan.state().spec.limits.ms ?? 0)))
  try {
    while (work.failure === null) {
      const woken = new Promise<void>(resolve => {
        work.wake = resolve
      })
      const spent = limitReached(plan.state(), withRunning(plan.state(), work.spending.values()))
      if (spent !== null) stopFor(limitWords(spent.name, spent.allowed))
      if (work.stop === null) await startMore(session, work, stopFor)
      if (work.attempts.size === 0 && work.merging === null && work.tidying.size === 0) break
      await woken
    }
  } finally {
    clearTimeout(deadline)
    parts.signal.removeEventListener('abort', interrupted)
    await orders.close()
  }
  if (work.failure !== null) {
    await Promise.allSettled([...[...work.attempts.values()].map(({ ended }) => ended), ...work.tidying])
    throw work.failure.error
  }
  const ms = performance.now() - started
  const stop = await withForeign(work.stop, session)
  await noteList(session)
  await plan.save(stop === null ? { kind: 'plan-end', at: now(), ms } : { kind: 'plan-pause', at: now(), ms, ...stop })
}

/** Marks that are not ours are reset whatever became of the task whose agent set them. */
async function noteList({ plan }: PlanSession): Promise<void> {
  const changed = await updateList(plan.state())
  if (changed !== null) await plan.save({ kind: 'list-changed', at: now(), ...changed })
}

/** Foreign changes are named whatever stopped the plan, because the person who continues it accepts them. */
async function withForeign(stop: PlanStop | null, session: PlanSession): Promise<PlanStop | null> {
  const foreign = isForeign(stop?.because) ? null : await foreignBase(session)
  if (stop === null || foreign === null) return stop ?? foreign
  return { ...stop, says: `${stop.says}. ${foreign.says}`, ...(foreign.commits ? { commits: foreign.commits } : {}) }
}

/** Notes after every turn what the loops have used, for the limits of the plan. */
function countingTurns(session: PlanSession, work: Work): PlanSession {
  const { parts } = session
  const count = async (id: string, loop: string): Promise<void> => {
    const state = await loopOf(session, loop)
    if (state && work.attempts.get(id)?.loops.includes(loop)) work.spending.set(loop, spendingOf(state))
    work.wake()
  }
  const onLoopEvent: typeof parts.onLoopEvent = (task, event) => {
    parts.onLoopEvent?.(task, event)
    if (event.kind === 'turn-end') void count(task, event.loop).catch(() => {})
  }
  return { ...session, parts: { ...parts, onLoopEvent } }
}

/** The time of a plan is the time that it runs, whatever its loops do at once. */
function timeLimit({ plan }: PlanSession, started: number, reached: () => void): NodeJS.Timeout | undefined {
  const { ms } = plan.state().spec.limits
  if (ms === null) return undefined
  return setTimeout(
    reached,
    Math.min(2 ** 31 - 1, Math.max(0, ms - plan.state().ranMs - (performance.now() - started))),
  )
}

async function startMore(session: PlanSession, work: Work, stopFor: (pause: PlanStop) => void): Promise<void> {
  const { plan } = session
  const foreign = work.merging === null ? await foreignBase(session) : null
  if (foreign !== null) return stopFor(foreign)
  startMerge(session, work, stopFor)
  const { jobs, tasks } = plan.state()
  const interrupted = tasks.filter(({ task, status }) => status === 'running' && !work.attempts.has(task.id))
  for (const { task } of [...interrupted, ...readyTasks(plan.state())]) {
    // With one job, every task builds on the merged result of the one before.
    if (work.attempts.size >= jobs || (jobs === 1 && work.merging !== null)) return
    await startTask(session, work, task.id, stopFor)
  }
}

async function startTask(
  session: PlanSession,
  work: Work,
  id: string,
  stopFor: (pause: PlanStop) => void,
): Promise<void> {
  const running = await startAttempt(session, id, session.parts.signal)
  work.attempts.set(id, running)
  const over = async (): Promise<void> => {
    const result = await running.ended
    if (result.ok) await attemptEnded(session, work, { id, loops: running.loops, state: result.value }, stopFor)
    else await notRun(session, id, result.error, stopFor)
  }
  void over()
    .catch((error: unknown) => {
      work.failure ??= { error }
    })
    .finally(() => {
      work.attempts.delete(id)
      for (const loop of running.loops) work.spending.delete(loop)
      work.wake()
    })
}

async function notRun(
  { plan }: PlanSession,
  task: string,
  { because, says }: NotRun,
  stopFor: (pause: PlanStop) => void,
): Promise<void> {
  // The task itself has no problem: it starts when a person has accepted the files.
  if (because === 'foreign_files') return stopFor({ because, says })
  // The next process that runs the plan finds it again.
  if (because === 'detached') return
  await plan.save({ kind: 'task-needs-you', at: now(), task, because, says })
  if (because === 'tampered') stopFor({ because, says })
}

const spendingOf = ({ iteration, spent, spec }: LoopState): PlanSpending => ({
  // The first turn of a result that came back puts it in place.
  turns: spec.forkOf === null ? iteration : Math.max(0, iteration - 1),
  ms: spent.ms,
  tokens: spent.tokens,
  usd: spent.usd,
})

interface EndedAttempt {
  readonly id: string
  readonly loops: readonly string[]
  /** The loop that counts. */
  readonly state: LoopState
}

async function attemptEnded(
  session: PlanSession,
  work: Work,
  { id: task, loops, state }: EndedAttempt,
  stopFor: (pause: PlanStop) => void,
): Promise<void> {
  const { plan } = session
  const { outcome } = state
  if (work.stop !== null && isStoppedWithPlan(outcome)) return
  const says = whyEnded(state)
  const status = outcome?.kind ?? 'interrupted'
  await plan.save({
    kind: 'task-end',
    at: now(),
    task,
    loop: state.spec.id,
    status,
    says,
    spent: await spentBy(session, loops),
  })
  if (status === 'verified') return
  await plan.save({ kind: 'task-needs-you', at: now(), task, because: status, says })
  // Other tasks would meet the same.
  if (status === 'agent_failed') stopFor({ because: 'agent_failed', says: `The agent failed: ${says}` })
}

async function spentBy(session: PlanSession, loops: readonly string[]): Promise<PlanSpending> {
  const states = await Promise.all(loops.map(loop => loopOf(session, loop)))
  return states.flatMap(state => (state ? [spendingOf(state)] : [])).reduce(addSpending, NOTHING_SPENT)
}

const BUSY_MS = 1_000

/** One merge at a time, in the order in which the results were verified. */
function startMerge(session: PlanSession, work: Work, stopFor: (pause: PlanStop) => void): void {
  const { plan, parts } = session
  const next = plan.state().tasks.find(({ status }) => status === 'merging')
  if (work.merging !== null || next === undefined) return
  const { id } = next.task
  work.merging = land(session, id, parts.signal)
    .then(async landed => {
      await settled(session, id, landed, stopFor)
      if (landed.kind === 'merged') tidyLater(session, work, id)
    })
    .catch((error: unknown) => {
      work.failure ??= { error }
    })
    .finally(() => {
      work.merging = null
      work.wake()
    })
}

function tidyLater(session: PlanSession, work: Work, id: string): void {
  const failed = (error: unknown): void => {
    work.failure ??= { error }
  }
  const tidying = tidyMerged(session, id).catch(failed)
  work.tidying.add(tidying)
  void tidying.finally(() => {
    work.tidying.delete(tidying)
    work.wake()
  })
}

async function settled(
  session: PlanSession,
  id: string,
  landed: Landed,
  stopFor: (pause: PlanStop) => void,
): Promise<void> {
  const { plan, parts } = session
  const { loops, backs } = taskOf(session, id)
  const loop = loops.at(-1) ?? ''
  switch (landed.kind) {
    case 'merged':
      return await noteList(session)
    case 'again':
      return landed.busy ? await sleep(BUSY_MS, undefined, { signal: parts.signal }).catch(() => {}) : undefined
    case 'stop':
      return stopFor(landed.why)
    case 'broken':
      return await plan.save({ kind: 'task-needs-you', at: now(), task: id, because: 'merge', says: landed.says })
    case 'back': {
      const { says, work, loop: refusedBy } = landed.event
      if (backs >= MOST_BACKS)
        return await plan.save({
          ...{ kind: 'task-needs-you', at: now(), task: id, because: 'merge', says },
          ...(refusedBy === undefined ? {} : { loop: refusedBy }),
        })
      await plan.save(landed.event)
      await keepWork(session, loop, work)
    }
  }
}
