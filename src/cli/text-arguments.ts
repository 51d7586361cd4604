import { UsageError } from '../std/usage-error.ts'

/** The one argument of a command that starts a loop; empty when there is none. */
export function taskArgument([task = '', extra]: readonly string[]): string {
  if (extra !== undefined)
    throw new UsageError(
      'bad-arguments',
      `One task is expected, and "${extra}" is a second one.`,
      'Put the task in quotes.',
    )
  return task
}
