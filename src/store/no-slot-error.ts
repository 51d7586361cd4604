import type { UsageError } from '../std/usage-error.ts'
import { storeProblem } from './problems.ts'
import type { NoSlot } from './slots.ts'

/** Why a background loop cannot start, in the format that other programs parse. */
export function noSlotError(refusal: NoSlot): UsageError {
  if (refusal.kind === 'taken') return storeProblem('loop-exists', { id: refusal.loop, elsewhere: true })
  const active = refusal.active.map(
    ({ loop_id, iteration, task }, index) => `${index + 1}. ${loop_id} (iteration ${iteration}) - ${oneLine(task)}`,
  )
  return storeProblem('no-free-slot', { max: refusal.max, active })
}

const LONGEST_TASK = 100

function oneLine(task: string): string {
  const line = task.split('\n')[0] ?? ''
  return line.length > LONGEST_TASK ? `${line.slice(0, LONGEST_TASK)}…` : line
}
