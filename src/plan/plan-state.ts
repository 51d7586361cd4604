import type { PlanEvent, PlanEventOf, PlanSpec } from './events.ts'
import type { PlannedTask } from './planned-task.ts'

type TaskStatus = 'waiting' | 'running' | 'merging' | 'done' | 'needs_you' | 'refused' | 'dropped'

export interface TaskState {
  readonly task: PlannedTask
  readonly status: TaskStatus
  /** The loops that worked on it, the current one last. */
  readonly loops: readonly string[]
  /** The loops that race for it now; empty when one loop works on it, or none. */
  readonly racers: readonly string[]
  /** Loops of races that another one won. They are kept for comparison. */
  readonly lost: readonly string[]
  /** The loop that verifies its merge, and the commit that the branch is about to move to. */
  readonly merging: { readonly gate: string; readonly tip: string; readonly commit: string | null } | null
  /** Why its latest result came back from the merge queue; null when it never did. */
  readonly back: PlanEventOf<'task-back'> | null
  readonly backs: number
  /** The loop that refused its latest result on the branch; null when none did. */
  readonly refusedBy: string | null
  readonly commit: string | null
  /** Why it needs a person; null when it does not. */
  readonly needs: { readonly because: string; readonly says: string } | null
  readonly spent: PlanSpending
}

export interface PlanSpending {
  readonly turns: number
  readonly ms: number
  readonly tokens: number
  readonly usd: number
}

type PlanBase = Pick<PlanEventOf<'plan-base'>, 'checkout' | 'ignored' | 'list'>

/** The complete state of a plan: the fold of its events. */
export interface PlanState {
  readonly spec: PlanSpec
  readonly tasks: readonly TaskState[]
  readonly jobs: number
  /** Ids of tasks in the order in which they were merged. */
  readonly merged: readonly string[]
  /** Where the plan left the branch: at its start, or at its latest merge. Null before it ran. */
  readonly tip: string | null
  /** What tasks start with besides the branch; null before the plan ran. */
  readonly base: PlanBase | null
  /** Why nothing runs now; null while the plan runs, and when it has ended. */
  readonly pause: { readonly because: string; readonly says: string } | null
  readonly ended: boolean
  /** How long it ran, without the time of a process that was killed. */
  readonly ranMs: number
  readonly startedAt: string
  readonly lastActive: string
}

/** Somebody else changed what tasks start with. The reason names the command that accepts it. */
export const isForeign = (because: string | undefined): boolean =>
  because === 'foreign_commits' || because === 'foreign_files'

export const NOTHING_SPENT: PlanSpending = { turns: 0, ms: 0, tokens: 0, usd: 0 }

const newTask = (task: PlannedTask): TaskState => ({
  task,
  status: task.refused === null ? 'waiting' : 'refused',
  loops: [],
  racers: [],
  lost: [],
  merging: null,
  back: null,
  backs: 0,
  refusedBy: null,
  commit: null,
  needs: null,
  spent: NOTHING_SPENT,
})

/** Null when the events do not begin with the start of a plan. */
export function foldPlan(events: readonly PlanEvent[]): PlanState | null {
  const [first, ...rest] = events
  if (first?.kind !== 'plan-start') return null
  const start: PlanState = {
    spec: first.spec,
    tasks: first.spec.tasks.map(newTask),
    jobs: 1,
    merged: [],
    tip: null,
    base: null,
    pause: null,
    ended: false,
    ranMs: 0,
    startedAt: first.at,
    lastActive: first.at,
  }
  return rest.reduce(applyPlanEvent, start)
}

export function applyPlanEvent(state: PlanState, event: PlanEvent): PlanState {
  const next = { ...state, lastActive: event.at }
  switch (event.kind) {
    case 'plan-start':
      return state
    case 'plan-resume':
      return resumed(next, event)
    case 'plan-pause':
      return { ...next, pause: { because: event.because, says: event.says }, ranMs: state.ranMs + event.ms }
    case 'plan-end':
      return { ...next, ended: true, pause: null, ranMs: state.ranMs + event.ms }
    case 'plan-base':
      return { ...next, tip: event.tip, base: event }
    case 'list-changed':
      return next
    case 'task-merged':
      return changed({ ...next, tip: event.commit, merged: [...state.merged, event.task] }, event.task, task => ({
        ...task,
        status: 'done',
        commit: event.commit,
        merging: null,
        needs: null,
      }))
    default:
      return changed(next, event.task, task => applyToTask(task, event))
  }
}

/** New tasks join. Those that a person named are tried again, and those whose agent could not work. */
function resumed(state: PlanState, { jobs, given, limits, tasks, again }: PlanEventOf<'plan-resume'>): PlanState {
  const isAgain = ({ task, status, needs }: TaskState): boolean =>
    (again.includes(task.id) && (status === 'needs_you' || status === 'dropped')) || needs?.because === 'agent_failed'
  const known = state.tasks.map(each =>
    isAgain(each) ? { ...each, status: 'waiting' as const, needs: null, backs: 0, back: null } : each,
  )
  return {
    ...state,
    jobs,
    spec: { ...state.spec, given, limits },
    tasks: [
      ...known.map(each => replaced(each, tasks)),
      ...tasks.filter(({ id }) => known.every(each => each.task.id !== id)).map(newTask),
    ],
    pause: null,
    ended: false,
  }
}

/** A task that could not be measured, and now can. */
function replaced(state: TaskState, tasks: readonly PlannedTask[]): TaskState {
  const again = state.status === 'refused' ? tasks.find(({ id }) => id === state.task.id) : undefined
  return again ? newTask(again) : state
}

function applyToTask(task: TaskState, event: Exclude<PlanEvent, { kind: 'task-merged' }>): TaskState {
  switch (event.kind) {
    case 'task-start': {
      const racers = event.racers ?? []
      const started = racers.length > 0 ? racers : [event.loop]
      return { ...task, status: 'running', loops: [...without(task.loops, started), ...started], racers, needs: null }
    }
    case 'task-end':
      return {
        ...task,
        spent: addSpending(task.spent, event.spent),
        status: event.status === 'verified' ? 'merging' : task.status,
        loops: [...without(task.loops, [event.loop]), event.loop],
        racers: [],
        lost: [...task.lost, ...without(task.racers, [event.loop])],
        needs: null,
      }
    case 'merge-start':
      return { ...task, status: 'merging', merging: { gate: event.gate, tip: event.tip, commit: null } }
    case 'merge-commit':
      return { ...task, merging: { gate: task.merging?.gate ?? '', tip: event.tip, commit: event.commit } }
    case 'task-back':
      return {
        ...task,
        status: 'waiting',
        merging: null,
        back: event,
        backs: task.backs + 1,
        refusedBy: event.loop ?? null,
      }
    case 'task-needs-you':
      return {
        ...task,
        status: 'needs_you',
        merging: null,
        needs: { because: event.because, says: event.says },
        refusedBy: event.because === 'merge' ? (event.loop ?? null) : task.refusedBy,
      }
    case 'task-dropped':
      return { ...task, status: 'dropped', merging: null, needs: null }
    default:
      return task
  }
}

const without = (all: readonly string[], some: readonly string[]): readonly string[] =>
  all.filter(id => !some.includes(id))

/** The loops that work on a task now, or the one that did last. */
export const currentLoops = ({ loops, racers }: TaskState): readonly string[] =>
  racers.length > 0 ? racers : loops.slice(-1)

const changed = (state: PlanState, id: string, change: (task: TaskState) => TaskState): PlanState => ({
  ...state,
  tasks: state.tasks.map(each => (each.task.id === id ? change(each) : each)),
})

export const addSpending = (one: PlanSpending, other: PlanSpending): PlanSpending => ({
  turns: one.turns + other.turns,
  ms: one.ms + other.ms,
  tokens: one.tokens + other.tokens,
  usd: one.usd + other.usd,
})

export const spentIn = ({ tasks }: PlanState): PlanSpending =>
  tasks.map(({ spent }) => spent).reduce(addSpending, NOTHING_SPENT)
