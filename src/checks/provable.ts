import type { Criterion } from '../criteria/criterion.ts'
import type { CheckConfig } from './config.ts'

/** The criterion that a proof can run again, in a room of its own; null for checks that are more than a criterion. */
export function provable(check: CheckConfig | null): Criterion | null {
  if (check?.kind === 'criterion') return check.criterion
  if (check?.kind === 'test_suite' && check.working_directory === undefined && check.sandbox === undefined)
    return { kind: 'exit_code', command: check.command, expect: 0, said: check.command }
  return null
}
