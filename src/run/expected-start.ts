import type { CheckConfig } from '../check/completion/config.ts'
import { asksForExactly } from '../criteria/task/asks-for-exactly.ts'
import { asksForState } from '../criteria/task/asks-for-state.ts'
import type { LoopSpec } from '../loop/state.ts'
import { unreachable } from '../std/unreachable.ts'

/** What a passing check before the first turn means. The task decides, not how the criterion was given. */
export const expectedStart = (
  task: string,
  check: CheckConfig | null,
  {
    expectNow: asked = 'failing',
    taskClass,
  }: { readonly expectNow?: LoopSpec['expectNow']; readonly taskClass?: string },
): LoopSpec['expectNow'] => (asked === 'failing' && !asksFor(task, check, taskClass !== undefined) ? 'either' : asked)

/** Whether the task asks for the state that the check measures. Nobody but the caller knows what a check of their own measures. */
function asksFor(task: string, check: CheckConfig | null, inferred: boolean): boolean {
  if (check === null) return asksForState(task)
  switch (check.kind) {
    case 'criterion':
      return asksForExactly(task, check.criterion, inferred)
    case 'test_suite':
    case 'command':
      return asksForExactly(task, { kind: 'exit_code', command: check.command, expect: 0, said: check.command })
    case 'all_of':
      return check.checks.some(part => asksFor(task, part, inferred))
    case 'feature_list':
    case 'sql_query':
    case 'sql_result':
    case 'question':
    case 'always':
      return false
    default:
      return unreachable(check)
  }
}
