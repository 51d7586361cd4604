import { dataOf } from '../../check/completion/check-data.ts'
import type { CompletionCheck } from '../../check/completion/completion-check.ts'
import { type Criterion, criterionSchema } from '../../criteria/criterion.ts'
import { issueWords, type SchemaIssue } from '../../std/issue-words.ts'
import { snakeKeys } from '../../std/key-case.ts'
import { runProblem } from '../problems.ts'
import { accepted, criterionIn, type Proposed } from '../request/agree-on-criterion.ts'
import { requestProblem } from '../request/problems.ts'
import { isCheck, type RunRequest } from '../run-request.ts'
import type { Inferred } from './infer.ts'

/**
 * What "done" means: a command or a sentence as on the command line (`npm test`, `tests pass and CHANGELOG.md exists`), a criterion,
 * a completion check, or the answer of `infer`.
 */
export type Until = string | Criterion | CompletionCheck | Inferred

type Done = Pick<RunRequest, 'criterion' | 'check' | 'expectNow' | 'proposal' | 'taskClass'> & {
  /** How many turns a proposal suggests; null when nothing does. */
  readonly iterations: number | null
}

interface UntilOptions {
  readonly cwd: string
  readonly warn: (message: string) => void
}

export async function doneBy(until: Until, { cwd, warn }: UntilOptions): Promise<Done> {
  if (typeof until === 'string')
    return { ...(await criterionIn(until, cwd, ({ says }) => warn(says))), iterations: null }
  if (typeof until !== 'object' || until === null) throw requestProblem('until-missing', {})
  // Data is proven and can be resumed; an object of the caller is only asked.
  if ('check' in until && isCheck(until)) return { check: dataOf(until) ?? until, iterations: null }
  if (until.kind === 'refused' || until.kind === 'proposed') return proposed(until)
  return { criterion: valid(until), iterations: null }
}

/** A program without types may pass anything. */
function valid(until: Criterion): Criterion {
  const parsed = criterionSchema.safeParse(until)
  if (parsed.success) return until
  throw runProblem('request-invalid', {
    issue: issueWords(parsed.error.issues as readonly SchemaIssue[], 'The criterion'),
  })
}

/** A proposal that a person would have to confirm is not agreed on by being passed along. */
function proposed(inferred: Inferred): Done {
  if (inferred.kind === 'refused') {
    const { because, try: suggestions } = inferred.refused
    throw requestProblem('not-inferred', { because, suggestions })
  }
  const { criterion, needsHumanConfirmation } = inferred.proposal
  if (needsHumanConfirmation) throw requestProblem('proposal-unconfirmed', { criterion })
  return accepted(snakeKeys<Proposed>(inferred))
}
