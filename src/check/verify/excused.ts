import { failuresOf } from '../output/compare.ts'
import type { CommandRun } from './run-command.ts'

/**
 * Whether a command fails only because of tests that may fail. Every runner must have reported which tests it ran, finished, and
 * printed what it reported. With an unnamed failure, or one of another kind, the command fails.
 */
export function onlyExcusedFail({ executed, reading, result }: CommandRun, mayFail: (id: string) => boolean): boolean {
  if (result.kind !== 'exited' || executed === null) return false
  const { runners, unknown } = executed
  if (runners.length === 0 || unknown.length > 0) return false
  if (!runners.every(({ closed, agrees }) => closed && agrees !== false)) return false
  const failed = runners.flatMap(({ tests }) => tests.filter(({ state }) => state === 'failed').map(({ id }) => id))
  const printed = failuresOf(reading).map(({ id }) => id)
  return failed.length > 0 && [...failed, ...printed].every(mayFail)
}
