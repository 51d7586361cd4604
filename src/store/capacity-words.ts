import { UsageError } from '../std/usage-error.ts'
import type { NoPlace } from './capacity.ts'

/** Why a background loop cannot start, in the layout that other programs know. */
export function noPlaceError(refusal: NoPlace): UsageError {
  if (refusal.kind === 'taken')
    return new UsageError(
      'bad-arguments',
      `There is a loop ${refusal.loop} already, in another project.`,
      'Choose another --loop-id, or leave it out.',
    )
  const lines = refusal.active.map(
    ({ loop_id, iteration, task }, index) => `${index + 1}. ${loop_id} (iteration ${iteration}) - ${oneLine(task)}`,
  )
  return new UsageError(
    'at-capacity',
    [`Maximum concurrent loops (${refusal.max}) reached`, 'Active loops:', ...lines].join('\n'),
    'Abort one with: agent-loop abort <id>',
  )
}

const LONGEST_TASK = 100

function oneLine(task: string): string {
  const line = task.split('\n')[0] ?? ''
  return line.length > LONGEST_TASK ? `${line.slice(0, LONGEST_TASK)}…` : line
}
