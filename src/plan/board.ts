import { shellQuote } from '../tools/shell/shell-quote.ts'
import type { PlanSpec } from './events.ts'
import { blockedBy } from './order.ts'
import { isForeign, type PlanState, type TaskState } from './plan-state.ts'

/** The columns of the board, from left to right. */
type BoardColumn = 'waiting' | 'running' | 'proving' | 'merging' | 'done' | 'needs_you'

/** A command that a person can type, and what it is for. */
interface NextStep {
  readonly says: string
  readonly command: string
}

/** Where a task stands; null for one that a person gave up. A running task is proving while its check and proof run. */
export function columnOf({ status }: TaskState, isProving: boolean): BoardColumn | null {
  if (status === 'dropped') return null
  if (status === 'refused') return 'needs_you'
  return status === 'running' && isProving ? 'proving' : status
}

/** Why a task does not move; null when it does, or is done. */
export function whyStill(plan: PlanState, state: TaskState): string | null {
  const { needs, task, back, status } = state
  if (status === 'refused') return task.refused?.because ?? null
  if (needs !== null) return needs.says
  if (status !== 'waiting') return null
  const blocker = blockedBy(plan, state)
  if (blocker !== null) return `waits for ${blocker}, which needs you`
  if (back !== null) return `sent back: ${back.says}`
  const isOpen = (id: string): boolean => plan.tasks.some(each => each.task.id === id && each.status !== 'done')
  const before = task.after.filter(isOpen)
  if (before.length > 0) return `waits for ${before.join(', ')}`
  const beside = task.behind.filter(isOpen)
  return beside.length === 0 ? null : `waits for ${beside.join(', ')}, which changes the same files`
}

/** What a person can do about a task that needs one. */
export function nextSteps({ task, status, loops, refusedBy, spent }: TaskState): readonly NextStep[] {
  const drop = { says: 'Give up on it', command: `agent-loop plan drop ${shellQuote(task.id)}` }
  if (status === 'refused') return [drop]
  if (status !== 'needs_you') return []
  const loop = loops.at(-1)
  return [
    // Without a turn there is nothing to see.
    ...(loop === undefined || spent.turns === 0
      ? []
      : [{ says: 'See what happened', command: `agent-loop diff ${loop}` }]),
    ...(refusedBy === null ? [] : [{ says: 'Why it was sent back', command: `agent-loop report ${refusedBy}` }]),
    { says: 'Try again', command: `agent-loop plan run --only ${shellQuote(task.id)}` },
    drop,
  ]
}

/** What a person can do about the whole plan: it is paused, or its process is gone. Foreign changes have their own command in the reason. */
export const resumeStep = ({ pause, ended }: PlanState, isRunning: boolean): readonly NextStep[] =>
  isRunning || ended || isForeign(pause?.because)
    ? []
    : [{ says: pause === null ? 'Run it' : 'Resume it', command: 'agent-loop plan run' }]

/** The same step for a terminal in any directory. Loops are found by their id. */
export function anywhere({ command, says }: NextStep, { workspace, given }: PlanSpec): NextStep {
  if (!command.startsWith('agent-loop plan ')) return { command, says }
  const view = given['state-dir']
  const where = [`--cwd ${shellQuote(workspace)}`, ...(view === undefined ? [] : [`--state-dir ${shellQuote(view)}`])]
  return { says, command: [command, ...where].join(' ') }
}
