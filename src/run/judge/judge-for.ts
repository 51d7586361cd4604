import type { JudgeConfig } from '../../agents/judge-config.ts'
import { asksJudge } from '../../check/completion/asks-judge.ts'
import type { Judge } from '../../check/completion/judge.ts'
import type { CheckPorts } from '../../check/completion/ports.ts'
import type { LoopSpec } from '../../loop/state.ts'
import { UsageError } from '../../std/usage-error.ts'
import type { RunRequest } from '../spec.ts'
import { commandJudge } from './command-judge.ts'

/** Whether a judge sees every yes of the check, and may take it back. */
export const vetoes = ({ strategy, proof }: LoopSpec): boolean => strategy === 'self-verifying' || proof === 'strict'

/** Null when nobody is named, or nobody has anything to ask. */
export async function judgeFor(
  { judge }: Pick<RunRequest, 'judge'>,
  spec: LoopSpec,
  ports: CheckPorts,
): Promise<Judge | null> {
  if (!judge && spec.strategy === 'self-verifying')
    throw new UsageError(
      'bad-arguments',
      'The strategy self-verifying needs an evaluator.',
      'Name a model (--judge-model anthropic/claude-sonnet-4-5), another agent (--judge-agent codex), or a program (--judge-cmd "…")',
    )
  if (!judge || !(vetoes(spec) || asksJudge(spec.check))) return null
  const made = 'kind' in judge ? await created(judge, spec, ports) : judge
  refuseUnknownCosts(made, spec)
  return made
}

/** Each kind is loaded only where it is used. */
async function created(config: JudgeConfig, spec: LoopSpec, ports: CheckPorts): Promise<Judge> {
  switch (config.kind) {
    case 'command':
      return commandJudge(config.command, spec.workspace, ports)
    case 'model':
      return await (await import('../../agents/models/judge.ts')).modelJudge(config.model, ports)
    case 'agent':
      return await (await import('./agent-judge.ts')).agentJudge(config.agent, ports)
  }
}

function refuseUnknownCosts({ tells }: Judge, { limits }: LoopSpec): void {
  if (!tells || ((limits.tokens === null || tells.tokens) && (limits.usd === null || tells.usd))) return
  throw new UsageError(
    'bad-arguments',
    `The judge does not tell what it ${tells.tokens ? 'costs' : 'uses'}, so a limit on that could not be kept.`,
    tells.tokens
      ? 'Name a model whose price is known, or limit tokens instead: --max-tokens 500000'
      : 'Leave out --max-cost and --max-tokens, or name a model: --judge-model provider/name',
  )
}
