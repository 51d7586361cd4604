import { allOf, type Criterion } from '../../criteria/criterion.ts'
import type { CheckConfig } from './config.ts'
import { FEATURE_LIST, provenBy } from './feature-list.ts'
import { namesOf, readFeatures } from './feature-list-document.ts'

/** The criterion that a proof can run again in a clean copy; null for checks that are more than a criterion. */
export function provable(check: CheckConfig | null): Criterion | null {
  if (check?.kind === 'criterion') return check.criterion
  if (check?.kind === 'test_suite' && check.working_directory === undefined && check.sandbox === undefined)
    return { kind: 'exit_code', command: check.command, expect: 0, said: check.command }
  return null
}

/** The part of a check that can be proven by running it, and descriptions of the parts that are trusted. */
interface ProvableParts {
  readonly criterion: Criterion | null
  readonly believed: readonly string[]
}

/**
 * The same for a gate, which may prove a part where a check is more than a criterion: what the parts of a list run. `read` reads a file of the
 * workspace as it was before the first turn: a command that the agent wrote proves nothing.
 */
export async function provableParts(
  check: CheckConfig | null,
  read: (path: string) => Promise<string | null>,
): Promise<ProvableParts> {
  if (check?.kind === 'feature_list') return ofFeatures(check, await read(check.path ?? FEATURE_LIST))
  if (check?.kind !== 'all_of') return { criterion: provable(check), believed: [] }
  const parts = await Promise.all(check.checks.map(part => provableParts(part, read)))
  const criteria = parts.flatMap(({ criterion }) => (criterion === null ? [] : [criterion]))
  return {
    criterion: criteria.length === 0 ? null : allOf(criteria),
    believed: parts.flatMap(({ believed }) => believed),
  }
}

function ofFeatures(check: Extract<CheckConfig, { kind: 'feature_list' }>, text: string | null): ProvableParts {
  const path = check.path ?? FEATURE_LIST
  const features = text === null ? null : readFeatures(text)
  if (!features?.ok)
    return {
      criterion: null,
      believed: [`${path} could not be read before the first turn, so its current content is trusted`],
    }
  if (check.sandbox !== undefined && check.sandbox !== 'none')
    return { criterion: null, believed: [`the commands of ${path} run in a sandbox, and not in a clean copy`] }
  const parts = provenBy(features.value)
  const flags = features.value.filter(({ verify }) => verify === null)
  return {
    criterion: parts.length === 0 ? null : allOf(parts),
    believed:
      flags.length === 0
        ? []
        : [`these features have no "verify" command, so their flags are trusted: ${namesOf(flags)}`],
  }
}
