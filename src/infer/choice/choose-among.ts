import { criterionText } from '../answer/describe-reason.ts'
import type { InferenceDecision, RejectedOption } from '../decision.ts'
import { exitsWithZero } from '../synthesis/draft.ts'

/** Somebody who picks one of several criteria that the evidence supports. It cannot add one. */
export interface CriterionChooser {
  readonly name: string
  /** The index of the chosen criterion; null when none of them is right. */
  choose(task: string, criteria: readonly string[]): Promise<number | null>
}

const MOST_OPTIONS = 12

/**
 * The same decision, or one of its own rejected options or of the project's other commands in its place. What was chosen by somebody
 * else still needs a person.
 */
export async function chooseAmong(
  task: string,
  decision: InferenceDecision,
  commands: readonly string[],
  chooser: CriterionChooser,
): Promise<InferenceDecision> {
  if (decision.kind === 'refused') return decision
  const options = optionsOf(decision, commands)
  if (options.length === 1) return decision
  const index = await chooser.choose(
    task,
    options.map(({ clauses }) => criterionText(clauses)),
  )
  const { name } = chooser
  const because = { code: 'chosen-by', name, index: index ?? -1 } as const
  const rationale = [...decision.rationale, { reason: because, place: null }]
  const option = index === null || index === 0 ? undefined : options[index]
  if (option === undefined)
    return {
      ...decision,
      rationale,
      needs_human_confirmation: decision.needs_human_confirmation || index === null,
    }
  return {
    ...decision,
    clauses: option.clauses,
    rationale,
    confidence: 'medium',
    needs_human_confirmation: true,
    rejected: [
      { clauses: decision.clauses, because: { code: 'other-chosen-by', name } },
      ...decision.rejected.filter(other => other !== option),
    ],
  }
}

type Option = Pick<RejectedOption, 'clauses'>

function optionsOf(
  decision: Option & { readonly rejected: readonly RejectedOption[] },
  commands: readonly string[],
): Option[] {
  const others = commands.map((command): Option => ({ clauses: [exitsWithZero(command)] }))
  const all = [decision, ...decision.rejected, ...others]
  return [...new Map(all.map(one => [commandsOf(one), one] as const).reverse())]
    .reverse()
    .map(([, one]) => one)
    .slice(0, MOST_OPTIONS)
}

const commandsOf = ({ clauses }: Option): string =>
  clauses.map(clause => ('command' in clause ? clause.command : JSON.stringify(clause.goal))).join('\n')
