import { criterionText } from '../answer/describe-reason.ts'
import type { InferenceDecision } from '../decision.ts'

/** Somebody who picks one of several criteria that the evidence supports. It cannot add one. */
export interface CriterionChooser {
  readonly name: string
  /** The index of the chosen criterion; null when none of them is right. */
  choose(task: string, criteria: readonly string[]): Promise<number | null>
}

const MOST_OPTIONS = 5

/** The same decision, or one of its own rejected options in its place. What was chosen by somebody else still needs a person. */
export async function chooseAmong(
  task: string,
  decision: InferenceDecision,
  chooser: CriterionChooser,
): Promise<InferenceDecision> {
  if (decision.kind === 'refused' || decision.rejected.length === 0) return decision
  const options = [decision, ...decision.rejected].slice(0, MOST_OPTIONS)
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
