import { type Criterion, leavesOf, startsGreen } from '../../criteria/criterion.ts'
import type { ParseFailure } from '../../criteria/reading.ts'
import { isOnlyQuestion } from '../../criteria/request/question.ts'
import type { Warning } from '../../criteria/warnings.ts'
import { refusedAsEmpty, STARTERS } from '../../infer/answer/empty-project.ts'
import { inferCompletion, inferWith } from '../../infer/infer.ts'
import type { Inference, Refusal } from '../../infer/proposal.ts'
import { inferenceYaml } from '../../infer/proposal-yaml.ts'
import { readCriterion } from '../../infer/read-criterion.ts'
import { readProject } from '../../infer/read-project.ts'
import { type CommandChoice, commandChoices } from '../../infer/route/question.ts'
import { traceOf } from '../../infer/trace.ts'
import type { UsageError } from '../../std/usage-error.ts'
import { criterionChooser } from '../judge/criterion-chooser.ts'
import type { RunRequest } from '../run-request.ts'
import type { Settings } from '../settings/load.ts'
import type { RequestContext } from './context.ts'
import { withNamedCheck } from './named-check.ts'
import { requestProblem } from './problems.ts'

/** What "done" will mean in this loop, and how that was agreed. */
interface Agreement extends Pick<RunRequest, 'criterion' | 'expectNow' | 'proposal' | 'taskClass'> {
  /** How many turns the proposal suggests; null when the person gave the criterion. */
  readonly iterations: number | null
}

/** A criterion that the person gave is authoritative; without one, it is inferred, shown, and confirmed once. */
export async function agreeOnCriterion(context: RequestContext, task: string, settings: Settings): Promise<Agreement> {
  const { values } = settings
  const { completion } = values
  if (completion !== null) {
    const given = await fromWords(context, completion)
    const isConfigured = settings.config.entries.some(({ name, used }) => name === 'completion' && used)
    return { ...(isConfigured ? await withNamedCheck(context, task, given) : given), iterations: null }
  }
  if (values['no-infer-completion']) {
    throw requestProblem('inference-off', {})
  }
  const { proposal, show, explain = show } = context.person
  if (proposal) return accepted(proposal)
  if (isOnlyQuestion(task)) throw requestProblem('task-is-question', {})
  const project = await readProject(context.cwd, task)
  const chooser = await criterionChooser(context, settings)
  const inference = chooser === null ? inferCompletion(task, project) : await inferWith(task, project, chooser)
  const empty = refusedAsEmpty(task, project, inference)
  if (empty !== null) return await chosenByPerson(context, empty, STARTERS)
  if (inference.kind === 'refused')
    return await chosenByPerson(context, inference.refused, commandChoices(task, project))
  for (const line of traceOf(inference)) await explain(line)
  show('')
  if (!values['dry-run']) return await confirmed(context, inference, values['auto-criteria'])
  if (inference.proposal.needs_human_confirmation)
    show('A person must confirm this criterion when the loop starts; -y is not enough.')
  return accepted(inference)
}

/** Nothing measures the task, so the person is asked for a command, where there is one to ask. */
async function chosenByPerson(
  context: RequestContext,
  { because, try: suggestions }: Refusal,
  choices: readonly CommandChoice[],
): Promise<Agreement> {
  const { chooseCommand, show, explain = show } = context.person
  if (!chooseCommand) throw requestProblem('not-inferred', { because, suggestions })
  await explain(because)
  const command = await chooseCommand(choices, text => problemWith(text, context))
  if (command === null) throw requestProblem('criterion-declined', {})
  return { ...(await fromWords(context, command)), iterations: null }
}

/** Why a criterion that a person typed cannot be used; null when it can. */
async function problemWith(text: string, { cwd }: RequestContext): Promise<string | null> {
  const parsed = await readCriterion(text, cwd)
  return parsed.ok ? null : `${parsed.error.message}. ${parsed.error.hint}`
}

async function confirmed(context: RequestContext, inference: Proposed, unasked: boolean): Promise<Agreement> {
  const { proposal } = inference
  if (unasked && !proposal.needs_human_confirmation) return accepted(inference)
  if (unasked) {
    const onlyChange = proposal.class === 'structural'
    throw requestProblem('criterion-needs-person', { criterion: proposal.criterion, onlyChange })
  }
  const { confirmCriterion } = context.person
  const { criterion } = proposal
  if (!confirmCriterion)
    throw requestProblem('criterion-no-terminal', { criterion, acceptable: !proposal.needs_human_confirmation })
  const answer = await confirmCriterion(criterion, { onlyChange: proposal.class === 'structural' }, text =>
    problemWith(text, context),
  )
  if (answer.kind === 'yes') return accepted(inference)
  if (answer.kind === 'no') throw requestProblem('criterion-declined', {})
  return { ...(await fromWords(context, answer.text)), iterations: null }
}

export type Proposed = Extract<Inference, { kind: 'proposed' }>

export function accepted(inference: Proposed): Agreement {
  const { proposal, done } = inference
  return {
    criterion: done,
    expectNow: proposal.expect_now,
    taskClass: proposal.class,
    proposal: { yaml: `${inferenceYaml(inference)}\n`, rationale: proposal.rationale },
    iterations: proposal.max_iterations_suggestion,
  }
}

const fromWords = ({ cwd, err }: RequestContext, text: string): Promise<CriterionGiven> =>
  criterionIn(text, cwd, ({ says }) => err(`agent-loop: warning: ${says}`))

interface CriterionGiven extends Required<Pick<RunRequest, 'criterion' | 'expectNow'>> {}

/** Reads a criterion that somebody wrote. Throws a `UsageError` for one that cannot be measured or cannot fail. */
export async function criterionIn(
  text: string,
  cwd: string,
  warn: (warning: Warning) => void,
): Promise<CriterionGiven> {
  const parsed = await readCriterion(text, cwd)
  if (!parsed.ok) throw notMeasurable(parsed.error)
  const { criterion, warnings } = parsed.value
  refuseWhatCannotFail(criterion, warnings)
  for (const warning of warnings) warn(warning)
  return { criterion, expectNow: startsGreen(criterion) ? 'passing' : 'failing' }
}

/** A check that cannot fail proves nothing, so it is refused before the first turn. One part that can fail is enough. */
function refuseWhatCannotFail(criterion: Criterion, warnings: readonly Warning[]): void {
  const idle = warnings.filter(({ code }) => code === 'cannot_fail')
  const leaves = leavesOf(criterion)
  if (
    idle.length === 0 ||
    !leaves.every(leaf => idle.some(({ part }) => part === leaf.said || ('command' in leaf && part === leaf.command)))
  )
    return
  throw requestProblem('criterion-cannot-fail', { because: idle[0]?.says ?? '' })
}

const notMeasurable = ({ message, hint }: ParseFailure): UsageError =>
  requestProblem('criterion-unmeasurable', { message, hint })
