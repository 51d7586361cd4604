import { UsageError } from '../../std/usage-error.ts'
import type { AdoptRequest } from '../adopt.ts'
import type { Settings } from '../settings/load.ts'
import type { RunRequest } from '../spec.ts'
import { agreeOnCriterion } from './agree.ts'
import { chooseAgents } from './choose-agents.ts'
import { judgeWished } from './choose-judge.ts'
import type { CommandContext } from './command.ts'

/** The loop that flags, settings and the person ask for together. May ask the person; starts nothing. */
export async function loopRequest(context: CommandContext, settings: Settings): Promise<RunRequest> {
  taskFrom(context.positionals)
  const agents = await chooseAgents(context, settings)
  return { agents, ...(await loopAskedFor(context, settings)) }
}

/** The same without saying who works. */
export async function loopAskedFor(context: CommandContext, settings: Settings): Promise<AdoptRequest> {
  const task = taskFrom(context.positionals)
  const { iterations, ...done } = await doneFrom(context, task, settings)
  const id = context.flags.text('loop-id')
  const { limits, checkWhen } = settings
  const judge = judgeWished(settings)
  return {
    task,
    ...done,
    limits: iterations === null || settings.iterationsGiven ? limits : { ...limits, iterations },
    strategy: settings.strategy,
    ...(checkWhen === null ? {} : { checkWhen }),
    proof: settings.proof,
    sandbox: settings.sandbox,
    mayChange: settings.mayChange,
    restore: settings.restore,
    free: settings.free,
    waive: settings.waive,
    quarantine: settings.quarantine,
    hooks: { postIteration: settings.postIteration, onVerified: settings.onVerified },
    ...(judge === null ? {} : { judge }),
    ...(id === undefined ? {} : { id }),
  }
}

type Done = Pick<RunRequest, 'criterion' | 'check' | 'expectNow' | 'proposal' | 'taskClass'> & {
  readonly iterations: number | null
}

/** The person's word first, then the check of the configuration; only without both is a criterion inferred. */
async function doneFrom(context: CommandContext, task: string, { completion, check }: Settings): Promise<Done> {
  return check === null ? await agreeOnCriterion(context, task, completion) : { check, iterations: null }
}

function taskFrom(positionals: readonly string[]): string {
  const [task = '', extra] = positionals
  if (task.trim() === '')
    throw new UsageError(
      'bad-arguments',
      'No task is given.',
      'agent-loop run "fix the failing tests" -c "npm test" --agent-cmd "…"',
    )
  if (extra !== undefined)
    throw new UsageError(
      'bad-arguments',
      `One task is expected, and "${extra}" is a second one.`,
      'Put the task in quotes.',
    )
  return task.trim()
}
