import { stateAskedFor } from '../../criteria/task/asks-for-state.ts'
import { plain } from '../../tools/reading/plain.ts'
import { runsIn } from './facts-in.ts'
import type { Verification } from './verification.ts'

/**
 * What a passing check says against a task that wants no warnings; null when it says nothing. "Make lint clean" may tolerate warnings
 * beside errors, so it counts only where there were no errors to fix.
 */
export function warningsLeft(
  task: string,
  verifications: readonly Verification[],
  startedGreen: boolean,
): string | null {
  const count = warningsPrinted(task, verifications, startedGreen)
  return count === 0
    ? null
    : `The check passes, but it still prints ${count === 1 ? '1 warning' : `${count} warnings`}. The task asks for none.`
}

/** How many warnings count against the task; none where it tolerates them. */
export function warningsPrinted(task: string, verifications: readonly Verification[], startedGreen: boolean): number {
  const runs = verifications.flatMap(runsIn)
  const commands = runs.map(({ command }) => command)
  if (!stateAskedFor(task, commands)?.noWarnings || !(startedGreen || /\bwarnings?\b/i.test(task))) return 0
  return runs.reduce((sum, run) => sum + warningsOf(run), 0)
}

/** As a linter or compiler counts them, or else as the output does: "1 passed, 2 warnings in 0.1s". */
function warningsOf({ reading, output }: Verification): number {
  const counted = reading?.tools.reduce((sum, { problems }) => sum + (problems?.warnings ?? 0), 0) ?? 0
  const text = plain(output)
  return counted > 0 || ABOUT_CACHE.test(text) ? counted : Number([...text.matchAll(PRINTED)].at(-1)?.[1] ?? 0)
}

/** Cargo about its own files: its sum has these too. A warning about code has a place, and was counted. */
const ABOUT_CACHE =
  /^warning: (?:file-system error|error) (?:deleting|finalizing|copying)\b.*(?:incremental|outdated|session)/im

const PRINTED = /\b(\d+) warnings?\b(?! (?:\w+ )?(?:suppressed|ignored|hidden|filtered|fixed))/gi
