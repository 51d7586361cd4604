import { refusedAsEmpty } from '../../infer/answer/empty-project.ts'
import type { CriterionChooser } from '../../infer/choice/choose-among.ts'
import { inferCompletion, inferWith } from '../../infer/infer.ts'
import { documentOf, type Inference } from '../../infer/proposal.ts'
import { inferenceYaml } from '../../infer/proposal-yaml.ts'
import { readCriterion } from '../../infer/read-criterion.ts'
import { readProject } from '../../infer/read-project.ts'
import { traceOf } from '../../infer/trace.ts'
import { type ConfiguredCriterion, configuredCriterion } from '../../run/settings/configured-criterion.ts'
import { EXIT } from '../../std/exit-codes.ts'
import { treeOf } from '../../system/tree.ts'
import { plain } from '../../tools/reading/plain.ts'
import type { Command, CommandContext } from '../command.ts'
import { requiredTask } from '../text-arguments.ts'
import { foldLines } from '../view/fold-lines.ts'

export const infer: Command = {
  summary:
    'Proposes a check that proves a task done in this project, with evidence, or says why it cannot. Starts nothing.',
  usage: 'agent-loop infer "<task>" [--explain | --yaml | --json] [--infer-with NAME]',
  settings: ['infer-with', 'model-url', 'model-key', 'trust-config'],
  flags: {
    explain: { takes: 'nothing', says: 'explain the proposal layer by layer (the default on a terminal)' },
    yaml: { takes: 'nothing', says: 'print the proposal as YAML (the default without a terminal)' },
  },

  async run(context) {
    const task = requiredTask(context.positionals, 'infer')
    const project = await readProject(context.cwd, task)
    const chooser = await typedChooser(context)
    const answer = chooser === null ? inferCompletion(task, project) : await inferWith(task, project, chooser)
    const empty = refusedAsEmpty(task, project, answer)
    const inference: Inference = empty === null ? answer : { kind: 'refused', refused: empty, understood: null }
    if (context.json) context.out(JSON.stringify(documentOf(inference)))
    else if (forPeople(context)) for (const line of await foldLines(traceOf(inference), context)) context.out(line)
    else context.out(inferenceYaml(inference))
    await noteConfigured(context, task)
    return inference.kind === 'proposed' ? 0 : EXIT.noCriterion
  },
}

/** A loop uses the criterion that is set. If the task names another check, it needs both. */
async function noteConfigured({ env, cwd, json, err }: CommandContext, task: string): Promise<void> {
  const set = await configuredCriterion(env, treeOf(cwd))
  if (set === null || json) return
  const what = set.criterion === null ? 'a check' : `the criterion "${plain(set.criterion)}"`
  err(
    `agent-loop: ${set.by} sets ${what}. ${(await isNamedBeside(set, task, cwd)) ? 'Loops here need both.' : 'Loops here use that instead of this proposal.'}`,
  )
}

async function isNamedBeside({ isFile, criterion }: ConfiguredCriterion, task: string, cwd: string): Promise<boolean> {
  const parsed = isFile && criterion !== null ? await readCriterion(criterion, cwd) : null
  if (!parsed?.ok) return false
  const { checkNamedBeside } = await import('../../run/request/named-check.ts')
  return (await checkNamedBeside(parsed.value.criterion, task, cwd))?.criterion != null
}

/** Only one that the person typed: `infer` runs nothing that a repository names. */
async function typedChooser(context: CommandContext): Promise<CriterionChooser | null> {
  if (context.given['infer-with'] === undefined) return null
  const [{ criterionChooser }, { trustedSettings }] = await Promise.all([
    import('../../run/judge/criterion-chooser.ts'),
    import('../../run/request/trusted-settings.ts'),
  ])
  return await criterionChooser(context, await trustedSettings(context))
}

const forPeople = ({ flags, terminal }: CommandContext): boolean =>
  flags.has('explain') || (terminal && !flags.has('yaml'))
