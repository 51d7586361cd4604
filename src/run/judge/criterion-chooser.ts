import { refuseMissing } from '../../agents/installed.ts'
import type { JudgeConfig } from '../../agents/judge-config.ts'
import { modelNamed } from '../../agents/models/named.ts'
import { agentNamed } from '../../agents/named.ts'
import type { Judge } from '../../check/completion/judge.ts'
import type { CriterionChooser } from '../../infer/choice/choose-among.ts'
import { newNonce, nodeShell } from '../../system/shell.ts'
import { cleaner } from '../clean-output.ts'
import type { RequestContext } from '../request/context.ts'
import { requestProblem } from '../request/problems.ts'
import type { Settings } from '../settings/load.ts'
import { createJudge } from './judge-for.ts'

const TWO_MINUTES = 120_000

/** The agent or model of `--infer-with`; null when none is named. */
export async function criterionChooser(
  { cwd, env, signal }: Pick<RequestContext, 'cwd' | 'env' | 'signal'>,
  settings: Settings,
): Promise<CriterionChooser | null> {
  const name = settings.values['infer-with']
  if (name === null) return null
  const config = chooserNamed(name, settings)
  if (config.kind === 'agent') await refuseMissing(config.agent, env)
  const judge = await createJudge(config, cwd, { shell: nodeShell, env, nonce: newNonce(), timeoutMs: TWO_MINUTES })
  const clean = cleaner(env)
  return {
    name,
    async choose(task, criteria) {
      try {
        return await firstRight(judge, clean({ task, criteria }), signal)
      } catch (error) {
        if (signal.aborted) throw error
        throw requestProblem('chooser-failed', { because: error instanceof Error ? error.message : String(error) })
      }
    },
  }
}

/** `provider/name` is a model, anything else an agent. It has no permissions: it only answers. */
function chooserNamed(name: string, { sections: { models, knownAgents: known } }: Settings): JudgeConfig {
  if (name.includes('/')) return { kind: 'model', model: modelNamed(name, models) }
  const wishes = { known, models, model: null, permissions: 'deny', sandbox: false, interactive: false } as const
  return { kind: 'agent', agent: agentNamed(name, wishes) }
}

interface CriterionChoice {
  readonly task: string
  readonly criteria: readonly string[]
}

/** Each criterion is a question with the answers yes and no, the best by evidence first, so that no other can be invented. */
async function firstRight(
  judge: Judge,
  { task, criteria }: CriterionChoice,
  signal: AbortSignal,
): Promise<number | null> {
  for (const [index, criterion] of criteria.entries()) {
    const { verdict } = await judge.judge(
      {
        question: 'Is the criterion the right one to decide by a command whether the task is done?',
        criteria: [
          'It fails while the task is not done, and passes once it is done.',
          'It checks all of what the task asks for, and nothing that the task does not ask for.',
          'None of the other possible criteria fits the task better.',
        ],
        material: [
          { title: 'task', text: task },
          { title: 'criterion', text: criterion },
          { title: 'other possible criteria', text: criteria.filter(other => other !== criterion).join('\n') },
        ],
      },
      signal,
    )
    if (verdict === 'yes') return index
  }
  return null
}
