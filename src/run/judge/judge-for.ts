import type { JudgeConfig } from '../../agents/judge-config.ts'
import { asksJudge } from '../../check/completion/asks-judge.ts'
import type { Judge } from '../../check/completion/judge.ts'
import type { CheckPorts } from '../../check/completion/ports.ts'
import type { LoopSpec } from '../../loop/state.ts'
import { cleaner } from '../clean-output.ts'
import { runProblem } from '../problems.ts'
import type { RunRequest } from '../run-request.ts'
import { commandJudge } from './command-judge.ts'

/** Whether a judge reviews every passing check and may refuse it. */
export const vetoes = ({ strategy, proof }: LoopSpec): boolean => strategy === 'self-verifying' || proof === 'strict'

/** Null when no judge is named, or none is needed. */
export async function judgeFor(
  { judge }: Pick<RunRequest, 'judge'>,
  spec: LoopSpec,
  ports: CheckPorts,
): Promise<Judge | null> {
  if (!judge && spec.strategy === 'self-verifying') throw runProblem('no-evaluator', {})
  if (!judge || !(vetoes(spec) || asksJudge(spec.check))) return null
  const made = 'kind' in judge ? await createJudge(judge, spec.workspace, ports) : judge
  refuseUnknownCosts(made, spec)
  const clean = cleaner(ports.env)
  return { ...made, judge: (request, signal) => made.judge(clean(request), signal) }
}

/** Each kind is loaded only where it is used. */
export async function createJudge(config: JudgeConfig, workspace: string, ports: CheckPorts): Promise<Judge> {
  switch (config.kind) {
    case 'command':
      return commandJudge(config.command, workspace, ports)
    case 'model':
      return await (await import('../../agents/models/judge.ts')).modelJudge(config.model, ports)
    case 'agent':
      return await (await import('./agent-judge.ts')).agentJudge(config.agent, ports)
  }
}

function refuseUnknownCosts({ tells }: Judge, { limits }: LoopSpec): void {
  if (!tells || ((limits.tokens === null || tells.tokens) && (limits.usd === null || tells.usd))) return
  throw runProblem(tells.tokens ? 'judge-cost-unknown' : 'judge-usage-unknown', {})
}
