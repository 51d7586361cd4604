import { readFile } from 'node:fs/promises'
import { sha256 } from '../system/blobs.ts'
import { nodeDisk } from '../system/disk.ts'
import { replaceFile } from '../system/durable.ts'
import type { PlanEventOf } from './events.ts'
import { readList } from './lists/read-list.ts'
import { definitionOf, type ListedTask, type TaskList } from './lists/task-list.ts'
import type { PlanState } from './plan-state.ts'

type KnownList = NonNullable<PlanEventOf<'plan-base'>['list']>

async function openList({ spec: { source } }: PlanState) {
  if (source === null || source.tracked !== null) return null
  const text = await readFile(source.path, 'utf8').catch(() => null)
  const list = text === null ? null : readList(text, source.path)
  return { path: source.path, text, list: list?.ok ? list.value : null }
}

/** The tasks and marks of a list that git does not have; null when git has it, or there is none. */
export async function listNow(state: PlanState): Promise<KnownList | null> {
  const list = (await openList(state))?.list ?? null
  return list && { tasks: digestsOf(list), done: list.tasks.filter(({ done }) => done).map(({ id }) => id) }
}

const digestsOf = ({ tasks }: TaskList): Readonly<Record<string, string>> =>
  Object.fromEntries(tasks.map(task => [task.id, sha256(definitionOf(task))]))

interface ListChanges extends Pick<PlanEventOf<'list-changed'>, 'path' | 'boxes' | 'tasks'> {}

/**
 * Marks merged tasks in a list that git does not have, and takes away marks that were set while the plan ran: nobody can tell whether an
 * agent set them. The marks of a tracked list are part of the commits. Resolves to what somebody else changed; null when nobody did.
 */
export async function updateList(state: PlanState): Promise<ListChanges | null> {
  const opened = await openList(state)
  const known = state.base?.list
  if (opened === null) return null
  const { path, text, list } = opened
  const tasks = known === undefined ? [] : changedTasks(known, list)
  if (list === null) return tasks.length === 0 ? null : { path, boxes: [], tasks }
  const isReset = ({ id, done }: ListedTask): boolean =>
    done && known?.tasks[id] !== undefined && !known.done.includes(id) && !state.merged.includes(id)
  const boxes = list.tasks.filter(isReset).map(({ id }) => id)
  const done = list.tasks.filter(task => state.merged.includes(task.id) || (task.done && !isReset(task)))
  const ids = new Set(done.map(({ id }) => id))
  const marked = list.mark(id => ids.has(id))
  if (marked !== text) await replaceFile(nodeDisk('shared'), path, marked)
  return boxes.length === 0 && tasks.length === 0 ? null : { path, boxes, tasks }
}

/** Tasks that are gone, or ask for something else. A person may have done that, so they stay as they are. */
function changedTasks({ tasks }: KnownList, list: TaskList | null): readonly string[] {
  const digests = list === null ? {} : digestsOf(list)
  return Object.keys(tasks).filter(id => digests[id] !== tasks[id])
}
