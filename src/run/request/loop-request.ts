import { acceptanceCriteria } from '../../infer/answer/use-case.ts'
import { readProject } from '../../infer/read-project.ts'
import type { AdoptRequest } from '../adopt.ts'
import type { RunRequest } from '../run-request.ts'
import type { Settings } from '../settings/load.ts'
import { loopOptions } from '../settings/values.ts'
import { agreeOnCriterion } from './agree-on-criterion.ts'
import { chooseAgents } from './choose-agents.ts'
import { chooseJudge } from './choose-judge.ts'
import type { RequestContext } from './context.ts'
import { requestProblem } from './problems.ts'

/** The loop that task, settings, and the person ask for together. May ask the person; starts nothing. */
export async function loopRequest(context: RequestContext, task: string, settings: Settings): Promise<RunRequest> {
  refuseEmpty(task)
  const agents = await chooseAgents(context, settings)
  return { agents, ...(await loopAskedFor(context, task, settings)) }
}

/** The same without an agent. */
export async function loopAskedFor(context: RequestContext, task: string, settings: Settings): Promise<AdoptRequest> {
  refuseEmpty(task)
  return await loopToReach(context, task, settings, await doneFrom(context, task.trim(), settings))
}

/** The same with a criterion that is agreed on already. */
export async function loopToReach(
  { cwd }: Pick<RequestContext, 'cwd'>,
  task: string,
  settings: Settings,
  { iterations, ...done }: AgreedCriterion,
): Promise<AdoptRequest> {
  const { values, sections } = settings
  const options = loopOptions(values)
  const judge = chooseJudge(settings)
  const acceptance = await acceptanceCriteria(task, () => readProject(cwd, task))
  const suggested = iterations === null || settings.isGiven('max-iterations') ? {} : { iterations }
  return {
    task: task.trim(),
    ...done,
    acceptance,
    ...options,
    limits: { ...options.limits, ...suggested },
    waive: [...options.waive, ...sections.waive],
    free: sections.free,
    quarantine: sections.quarantine,
    notify: sections.notify,
    ...(judge === null ? {} : { judge }),
  }
}

type AgreedCriterion = Pick<RunRequest, 'criterion' | 'check' | 'expectNow' | 'proposal' | 'taskClass'> & {
  readonly iterations: number | null
}

/** The criterion that was given, then the check of the configuration; only without both is a criterion inferred. */
async function doneFrom(context: RequestContext, task: string, settings: Settings): Promise<AgreedCriterion> {
  const { check } = settings.sections
  return check === null ? await agreeOnCriterion(context, task, settings) : { check, iterations: null }
}

function refuseEmpty(task: string): void {
  if (task.trim() === '') throw requestProblem('no-task', {})
}
