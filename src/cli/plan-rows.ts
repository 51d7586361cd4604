import { whyStill } from '../plan/board.ts'
import { statusWord } from '../plan/documents.ts'
import { stepsOf } from '../plan/order.ts'
import type { PlanState, TaskState } from '../plan/plan-state.ts'
import type { PlannedTask } from '../plan/planned-task.ts'
import { safeLine } from './safe-text.ts'
import { clip } from './view/width.ts'

/** Something to list: as a row of a table, or where that is too wide, as a heading with lines below it. */
interface Item {
  readonly cells: readonly string[]
  readonly heading: string
  readonly below: readonly string[]
}

const INDENT = '    '

/** A table where every cell fits, else headings with lines below them. Nothing is cut: an id is typed, and a criterion is agreed to. */
function listOf(items: readonly Item[], columns: number, titles: readonly string[] = []): readonly string[] {
  const rows = [...(titles.length > 0 ? [titles] : []), ...items.map(({ cells }) => cells)]
  const table = tableOf(rows)
  if (table.every(line => line.length < columns)) return table
  return items.flatMap(({ heading, below }) => [
    heading,
    ...below.filter(line => line !== '').map(line => `${INDENT}${line}`),
  ])
}

/** Rows as columns: all but the last as wide as their widest cell. */
function tableOf(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map(row => row[at]?.length ?? 0)))
  return rows.map(row =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/** What is agreed about each task: order, criterion, and how sure that is. */
export function proposalRows(tasks: readonly PlannedTask[], columns: number): readonly string[] {
  const steps = stepsOf(tasks)
  const items = tasks.map((task): Item => {
    const [step, title] = [String(steps.get(task.id) ?? 1), safeLine(task.title)]
    const [confidence, criterion] =
      task.refused === null
        ? [task.confidence, safeLine(task.criterionSays)]
        : ['cannot measure', safeLine(task.refused.because)]
    return {
      cells: [step, task.id, title, confidence, criterion],
      heading: `step ${step}  ${task.id}`,
      below: [title, task.refused === null ? `${criterion} (${confidence})` : `${confidence}: ${criterion}`],
    }
  })
  return listOf(items, columns, ['step', 'id', 'task', 'confidence', 'criterion'])
}

/** For each task without a criterion, what to write instead. */
export function suggestionLines(tasks: readonly PlannedTask[]): readonly string[] {
  return tasks.flatMap(({ id, refused }) =>
    refused === null
      ? []
      : [
          `${id}: ${safeLine(refused.because)}`,
          ...refused.suggestions.slice(0, 2).map(suggestion => `  try: ${safeLine(suggestion)}`),
        ],
  )
}

/** How each task stands. */
export function taskRows(plan: PlanState, columns: number): readonly string[] {
  const items = plan.tasks.map((state): Item => {
    const [status, title] = [statusWord(plan, state), safeLine(state.task.title)]
    const detail = detailOf(plan, state, undefined)
    return {
      cells: [status, state.task.id, title, detail],
      heading: `${status}  ${state.task.id}`,
      below: [title, detail],
    }
  })
  return listOf(items, columns)
}

const MOST_WIDTH = 30

/** The same while the plan runs: one line for each task, cut where the screen ends. */
export function liveTaskRows(plan: PlanState, columns: number, live: ReadonlyMap<string, string>): readonly string[] {
  const rows = plan.tasks.map(state => [
    live.get(state.task.id)?.split(':')[0] ?? statusWord(plan, state),
    clip(state.task.id, MOST_WIDTH),
    clip(safeLine(state.task.title), MOST_WIDTH),
    detailOf(plan, state, live.get(state.task.id)),
  ])
  return tableOf(rows).map(line => clip(line, columns - 1))
}

function detailOf(plan: PlanState, state: TaskState, live: string | undefined): string {
  const { status, commit, loops, back } = state
  if (live !== undefined) return live.split(':').slice(1).join(':').trim()
  if (status === 'done') return commit?.slice(0, 12) ?? ''
  const why = whyStill(plan, state)
  if (why === null) return status === 'waiting' ? '' : (loops.at(-1) ?? '')
  const loop = status === 'needs_you' ? (loops.at(-1) ?? 'no loop') : status === 'waiting' ? back?.loop : undefined
  return `${safeLine(why)}${loop === undefined ? '' : ` (${loop})`}`
}
