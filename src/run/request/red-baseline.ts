import { provable } from '../../check/completion/provable.ts'
import type { Criterion } from '../../criteria/criterion.ts'
import type { LoopSpec, LoopState } from '../../loop/state.ts'

/** One way to continue although the check fails before the first turn. */
interface RedBaselineChoice {
  readonly kind: 'require_all' | 'only_these' | 'no_new_failures'
  readonly says: string
  readonly criterion: Criterion
  readonly expectNow: LoopSpec['expectNow']
}

/**
 * The suite already fails for other reasons. A person must decide what counts: all tests, some of them, or no new failures.
 * When the output names no failures, new and old ones cannot be distinguished, and only the first choice remains.
 */
export function redBaselineChoices({ spec, baseline }: LoopState): readonly RedBaselineChoice[] {
  const criterion = provable(spec.check)
  if (criterion === null) return []
  const all: RedBaselineChoice = {
    kind: 'require_all',
    says: 'require all: the loop also fixes what fails now',
    criterion,
    expectNow: 'failing',
  }
  const ids = baseline?.failing ?? []
  if (ids.length === 0 || !canBeCompared(criterion)) return [all]
  return [
    all,
    {
      kind: 'only_these',
      says: 'only these: other tests that fail now may keep failing',
      criterion: onlyThese(criterion, ids.slice(0, NAMED)),
      expectNow: 'failing',
    },
    {
      kind: 'no_new_failures',
      says: 'no new failures: what fails now may keep failing',
      criterion: compared(criterion, {}),
      expectNow: 'passing',
    },
  ]
}

/** As many as a person can read in a command. A person who means other tests edits it. */
const NAMED = 3

export const onlyThese = (criterion: Criterion, ids: readonly string[]): Criterion =>
  compared(criterion, { must_pass: ids })

const canBeCompared = (criterion: Criterion): boolean =>
  criterion.kind === 'all_of'
    ? criterion.parts.some(canBeCompared)
    : criterion.kind === 'exit_code' && criterion.expect === 0

/** Compares each command with what failed before. Every command gets all ids: an id of another command cannot fail in it. */
function compared(criterion: Criterion, required: { readonly must_pass?: readonly string[] }): Criterion {
  if (criterion.kind === 'all_of') return { ...criterion, parts: criterion.parts.map(part => compared(part, required)) }
  if (criterion.kind !== 'exit_code' || criterion.expect !== 0) return criterion
  const { command, said } = criterion
  return { kind: 'no_new_failures', command, ...required, said }
}
