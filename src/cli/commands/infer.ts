import { inferCompletion } from '../../infer/infer.ts'
import { documentOf } from '../../infer/proposal.ts'
import { inferenceYaml } from '../../infer/proposal-yaml.ts'
import { readProject } from '../../infer/read-project.ts'
import { traceOf } from '../../infer/trace.ts'
import { EXIT } from '../../std/exit-codes.ts'
import { UsageError } from '../../std/usage-error.ts'
import type { Command, CommandContext } from '../command.ts'

const TASK_LIMIT = 20_000

export const infer: Command = {
  summary:
    'Proposes the command that proves a task done in this project, with its evidence, or refuses. Starts nothing.',
  usage: 'agent-loop infer "<task>" [--explain | --yaml | --json]',
  settings: [],
  flags: {
    explain: { takes: 'nothing', says: 'the view for people, layer by layer (the default on a terminal)' },
    yaml: { takes: 'nothing', says: 'the proposal as YAML (the default when the output is not a terminal)' },
  },

  async run(context) {
    const task = taskFrom(context.positionals)
    const inference = inferCompletion(task, await readProject(context.cwd, task))
    if (context.json) context.out(JSON.stringify(documentOf(inference)))
    else context.out(forPeople(context) ? traceOf(inference).join('\n') : inferenceYaml(inference))
    return inference.kind === 'proposed' ? 0 : EXIT.noCriterion
  },
}

const forPeople = ({ flags, terminal }: CommandContext): boolean =>
  flags.has('explain') || (terminal && !flags.has('yaml'))

function taskFrom(positionals: readonly string[]): string {
  const [task, ...more] = positionals
  if (task === undefined || task.trim() === '')
    throw new UsageError('bad-arguments', 'No task given.', 'agent-loop infer "fix the failing tests"')
  if (more.length > 0)
    throw new UsageError(
      'bad-arguments',
      `The task must be one argument; ${JSON.stringify(more[0])} is another.`,
      'Put the task in quotes: agent-loop infer "fix the failing tests"',
    )
  if (task.length > TASK_LIMIT)
    throw new UsageError(
      'bad-arguments',
      `The task has ${task.length} characters; at most ${TASK_LIMIT} are read.`,
      'Say it shorter, or put the details in a file that it names.',
    )
  return task
}
