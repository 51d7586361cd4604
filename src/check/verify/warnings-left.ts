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
  const ownCount = plain(output).match(ABOUT_CACHE)?.length ?? 0
  return counted > 0 ? Math.max(0, counted - ownCount) : Number([...plain(output).matchAll(PRINTED)].at(-1)?.[1] ?? 0)
}

/** Cargo about its own files, which says nothing about the code. */
const ABOUT_CACHE =
  /^warning: (?:[Ee]rror (?:deleting|finalizing|copying)|file-system error|hard linking files|could not (?:delete|remove))\b.*(?:incremental|session|outdated|cache)/gm

const PRINTED = /\b(\d+) warnings?\b(?! (?:\w+ )?(?:suppressed|ignored|hidden|filtered|fixed))/gi
