import { provable } from '../../check/completion/provable.ts'
import type { Criterion } from '../../criteria/criterion.ts'
import type { LoopSpec, LoopState } from '../../loop/state.ts'

/** A way to go on although what should hold before the first turn does not. */
interface RedBaselineChoice {
  readonly kind: 'require_all' | 'only_these' | 'no_new_failures'
  readonly says: string
  readonly criterion: Criterion
  readonly expectNow: LoopSpec['expectNow']
}

/**
 * A suite that is red for other reasons: must all of it be mended, only some, or nothing but what is new? Only a person knows.
 * Where the output names no failures, new ones could not be told from old ones, and only the first is left.
 */
export function redBaselineChoices({ spec, baseline }: LoopState): readonly RedBaselineChoice[] {
  const criterion = provable(spec.check)
  if (criterion === null) return []
  const all: RedBaselineChoice = {
    kind: 'require_all',
    says: 'require all: the loop mends what fails now too',
    criterion,
    expectNow: 'failing',
  }
  const ids = baseline?.failing ?? []
  if (ids.length === 0 || !canBeCompared(criterion)) return [all]
  return [
    all,
    {
      kind: 'only_these',
      says: 'only these: of what fails now, the rest may go on failing',
      criterion: onlyThese(criterion, ids.slice(0, NAMED)),
      expectNow: 'failing',
    },
    {
      kind: 'no_new_failures',
      says: 'no new failures: what fails now may go on failing',
      criterion: compared(criterion, {}),
      expectNow: 'passing',
    },
  ]
}

/** As many as one can read in a command; whoever means others puts them there. */
const NAMED = 3

export const onlyThese = (criterion: Criterion, ids: readonly string[]): Criterion =>
  compared(criterion, { must_pass: ids })

const canBeCompared = (criterion: Criterion): boolean =>
  criterion.kind === 'all_of'
    ? criterion.parts.some(canBeCompared)
    : criterion.kind === 'exit_code' && criterion.expect === 0

/** Each command is compared with what failed before. An id that is no test of a command can never fail in it, so all get all. */
function compared(criterion: Criterion, required: { readonly must_pass?: readonly string[] }): Criterion {
  if (criterion.kind === 'all_of') return { ...criterion, parts: criterion.parts.map(part => compared(part, required)) }
  if (criterion.kind !== 'exit_code' || criterion.expect !== 0) return criterion
  const { command, said } = criterion
  return { kind: 'no_new_failures', command, ...required, said }
}
