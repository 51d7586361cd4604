import picomatch from 'picomatch'
import { isWithin } from '../system/is-within.ts'
import type { PlanState, TaskState } from './plan-state.ts'

interface Ordered {
  readonly id: string
  readonly after: readonly string[]
  readonly paths: readonly string[]
}

/** The first tasks found that wait for each other; null when there are none. */
export function cycleIn(tasks: readonly Ordered[]): readonly string[] | null {
  const byId = new Map(tasks.map(task => [task.id, task]))
  const settled = new Set<string>()
  const visit = (id: string, path: readonly string[]): readonly string[] | null => {
    if (path.includes(id)) return [...path.slice(path.indexOf(id)), id]
    if (settled.has(id)) return null
    for (const next of byId.get(id)?.after ?? []) {
      const found = visit(next, [...path, id])
      if (found) return found
    }
    settled.add(id)
    return null
  }
  return tasks.map(({ id }) => visit(id, [])).find(found => found !== null) ?? null
}

/** For each task, the earlier ones that work on the same files, unless those wait for it. */
export function behindOthers(tasks: readonly Ordered[]): ReadonlyMap<string, readonly string[]> {
  const waits = (one: string, other: string, seen = new Set<string>()): boolean => {
    const after = tasks.find(({ id }) => id === one)?.after ?? []
    return after.some(id => id === other || (!seen.has(id) && waits(id, other, seen.add(id))))
  }
  return new Map(
    tasks.map((task, at) => [
      task.id,
      tasks
        .slice(0, at)
        .filter(other => overlaps(task.paths, other.paths) && !waits(other.id, task.id))
        .map(({ id }) => id),
    ]),
  )
}

export const overlaps = (some: readonly string[], others: readonly string[]): boolean =>
  some.some(one => others.some(other => overlap(one, other)))

function overlap(one: string, other: string): boolean {
  const [a, b] = [scanned(one), scanned(other)]
  if (a.isGlob && !b.isGlob) return matches(one, b.base)
  if (b.isGlob && !a.isGlob) return matches(other, a.base)
  return a.base === '' || b.base === '' || isWithin(a.base, b.base) || isWithin(b.base, a.base)
}

/** A folder overlaps with a glob that reaches into it. */
const matches = (glob: string, path: string): boolean =>
  picomatch(glob, { dot: true })(path) || isWithin(scanned(glob).base, path)

function scanned(path: string): { readonly base: string; readonly isGlob: boolean } {
  const { base, isGlob } = picomatch.scan(path.replace(/^\.\//, ''))
  return { base: base.replace(/\/+$/, '') === '.' ? '' : base.replace(/\/+$/, ''), isGlob }
}

/** In which step a task can start at the earliest, when everything goes well. */
export function stepsOf(
  tasks: readonly { readonly id: string; readonly after: readonly string[]; readonly behind: readonly string[] }[],
): ReadonlyMap<string, number> {
  const steps = new Map<string, number>()
  const stepOf = (id: string): number => {
    const known = steps.get(id)
    if (known !== undefined) return known
    const task = tasks.find(each => each.id === id)
    if (!task) return 0
    // Cycles were refused before.
    steps.set(id, 1)
    const step = 1 + Math.max(0, ...[...task.after, ...task.behind].map(stepOf))
    steps.set(id, step)
    return step
  }
  for (const { id } of tasks) stepOf(id)
  return steps
}

/** Will never be merged without a person. */
const isLost = ({ status }: TaskState): boolean =>
  status === 'needs_you' || status === 'refused' || status === 'dropped'

/** The task that a waiting one waits for in vain; null when it can still start. */
export function blockedBy(state: PlanState, { task, status }: TaskState, seen: readonly string[] = []): string | null {
  if (status !== 'waiting' || seen.includes(task.id)) return null
  for (const id of task.after) {
    const other = state.tasks.find(each => each.task.id === id)
    if (other && (isLost(other) || blockedBy(state, other, [...seen, task.id]) !== null)) return id
  }
  return null
}

/** The waiting tasks that can start now, those that came back from the merge queue first. */
export function readyTasks(state: PlanState): readonly TaskState[] {
  const stateOf = (id: string): TaskState | undefined => state.tasks.find(each => each.task.id === id)
  const isReady = ({ task, status }: TaskState): boolean =>
    status === 'waiting' &&
    task.after.every(id => (stateOf(id)?.status ?? 'done') === 'done') &&
    task.behind.every(id => isOver(state, stateOf(id)))
  const ready = state.tasks.filter(isReady)
  return [...ready.filter(({ backs }) => backs > 0), ...ready.filter(({ backs }) => backs === 0)]
}

/** A task on the same files does not have to succeed, only to be out of the way. */
const isOver = (state: PlanState, task: TaskState | undefined): boolean =>
  task === undefined || task.status === 'done' || isLost(task) || blockedBy(state, task) !== null
