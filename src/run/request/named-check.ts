import { allOf, type Criterion, commandsOf, startsGreen } from '../../criteria/criterion.ts'
import { describeCriterion } from '../../criteria/describe.ts'
import { readTask } from '../../criteria/task/read-task.ts'
import type { TaskClass } from '../../criteria/task/task-class.ts'
import { inferCompletion } from '../../infer/infer.ts'
import { readProject } from '../../infer/read-project.ts'
import type { RequestContext } from './context.ts'

/** Tasks of these kinds name a check that is not the project's tests. */
const NAMES_A_CHECK: readonly TaskClass[] = ['coverage', 'type-clean', 'lint-clean', 'build-pass']

/** What a task says about a check of its own: its words, and the criterion if the project shows which command is meant. */
interface CheckBeside {
  readonly phrase: string
  readonly criterion: Criterion | null
}

/** The check that the task names and the configured criterion does not run; null when there is none. */
export async function checkNamedBeside(configured: Criterion, task: string, cwd: string): Promise<CheckBeside | null> {
  const reading = readTask(task)
  if (reading === null || !NAMES_A_CHECK.includes(reading.class)) return null
  const inference = inferCompletion(task, await readProject(cwd, task))
  const isCertain = inference.kind === 'proposed' && !inference.proposal.needs_human_confirmation
  const criterion = isCertain ? inference.done : null
  const run = commandsOf(configured)
  if (criterion !== null && commandsOf(criterion).every(command => run.includes(command))) return null
  return { phrase: reading.phrase, criterion }
}

interface ExpectedCriterion {
  readonly criterion: Criterion
  readonly expectNow: 'passing' | 'failing' | 'either'
}

/** The criterion of the configuration was not written for this task. If the task names another check, done means both. */
export async function withNamedCheck<T extends ExpectedCriterion>(
  { cwd, err }: RequestContext,
  task: string,
  given: T,
): Promise<T> {
  const named = await checkNamedBeside(given.criterion, task, cwd)
  if (named === null) return given
  const { phrase, criterion } = named
  if (criterion === null) {
    err(
      `agent-loop: The task names "${phrase}", but the configured criterion may not check it. To check it, give a criterion with -c.`,
    )
    return given
  }
  err(`agent-loop: The task names "${phrase}", so done also means: ${describeCriterion(criterion)}`)
  const both = allOf([given.criterion, criterion])
  return { ...given, criterion: both, expectNow: startsGreen(both) ? 'passing' : 'failing' }
}
