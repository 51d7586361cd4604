import { inferCompletion } from '../../infer/infer.ts'
import { documentOf } from '../../infer/proposal.ts'
import { inferenceYaml } from '../../infer/proposal-yaml.ts'
import { readProject } from '../../infer/read-project.ts'
import { traceOf } from '../../infer/trace.ts'
import { EXIT } from '../../std/exit-codes.ts'
import type { Command, CommandContext } from '../command.ts'
import { requiredTask } from '../text-arguments.ts'

export const infer: Command = {
  summary:
    'Proposes a check that proves a task done in this project, with evidence, or says why it cannot. Starts nothing.',
  usage: 'agent-loop infer "<task>" [--explain | --yaml | --json]',
  settings: [],
  flags: {
    explain: { takes: 'nothing', says: 'explain the proposal layer by layer (the default on a terminal)' },
    yaml: { takes: 'nothing', says: 'print the proposal as YAML (the default without a terminal)' },
  },

  async run(context) {
    const task = requiredTask(context.positionals, 'infer')
    const inference = inferCompletion(task, await readProject(context.cwd, task))
    if (context.json) context.out(JSON.stringify(documentOf(inference)))
    else context.out(forPeople(context) ? traceOf(inference).join('\n') : inferenceYaml(inference))
    return inference.kind === 'proposed' ? 0 : EXIT.noCriterion
  },
}

const forPeople = ({ flags, terminal }: CommandContext): boolean =>
  flags.has('explain') || (terminal && !flags.has('yaml'))
