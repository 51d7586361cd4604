import type { Agent, AskPerson } from '../agents/agent.ts'
import type { AgentConfig } from '../agents/config.ts'
import { createAgent } from '../agents/create.ts'
import { refuseMissing } from '../agents/installed.ts'
import type { CompletionCheck } from '../check/completion/completion-check.ts'
import type { CheckConfig } from '../check/completion/config.ts'
import { createCheck } from '../check/completion/create.ts'
import type { CheckPorts } from '../check/completion/ports.ts'
import { provable } from '../check/completion/provable.ts'
import { vetoedBy } from '../check/completion/vetoed-by.ts'
import { BASELINE_VARIABLE } from '../check/verify/context.ts'
import { leavesOf } from '../criteria/criterion.ts'
import type { LoopSpec } from '../loop/state.ts'
import type { Environment, Shell } from '../system/shell.ts'
import { agentSandbox } from './agent-sandbox.ts'
import { judgeFor, vetoes } from './judge/judge-for.ts'
import { runProblem } from './problems.ts'
import { isCheck, type RunRequest } from './run-request.ts'

export type Agents = readonly [Agent, ...Agent[]]

interface AgentParts {
  readonly shell: Shell
  readonly env: Environment
  /** Folders of the private store that a sandboxed agent may read. */
  readonly readable: readonly string[]
  readonly ask?: AskPerson | undefined
}

export async function agentsFor(request: RunRequest, spec: LoopSpec, parts: AgentParts): Promise<Agents> {
  const { shell, env, ask } = parts
  const ports = {
    shell: request.sandbox ? agentSandbox(spec, parts) : shell,
    env,
    nonce: spec.nonce,
    ask,
  }
  const create = async (agent: AgentConfig | Agent): Promise<Agent> => {
    if ('turn' in agent) return agent
    await refuseMissing(agent, env)
    return await createAgent(agent, ports)
  }
  const [first, ...others] = request.agents
  const agents: Agents = [await create(first), ...(await Promise.all(others.map(create)))]
  refuseUnknownCosts(agents, spec)
  return agents
}

/** Refuses a limit that cannot be enforced, before anything is spent. */
function refuseUnknownCosts(agents: Agents, { limits, agent }: LoopSpec): void {
  const silent = agents.find(
    ({ tells }) => (limits.tokens !== null && !tells.tokens) || (limits.usd !== null && !tells.usd),
  )
  if (silent)
    throw runProblem(silent.tells.tokens ? 'agent-cost-unknown' : 'agent-usage-unknown', { agent: silent.name })
  // The turns of an assistant are paid for in its own session.
  const unpriced = agent.kind === 'host' ? undefined : agents.find(({ tells }) => !tells.usd)
  if (limits.usdPerDay !== null && unpriced) throw runProblem('agent-daily-cost-unknown', { agent: unpriced.name })
}

/** The check of a loop, with the judge behind it when there is one. */
export async function checkFor(
  request: RunRequest,
  spec: LoopSpec,
  ports: CheckPorts,
  diff: () => Promise<string>,
): Promise<CompletionCheck> {
  const judge = await judgeFor(request, spec, ports)
  const asking = judge === null ? ports : { ...ports, judge }
  const check = request.check && isCheck(request.check) ? request.check : createCheck(configOf(spec), asking)
  if (judge === null || !vetoes(spec)) return check
  return vetoedBy(check, judge, { criteria: [spec.task, spec.done], changes: diff })
}

/** Throws for a check that cannot be created, before the loop is saved. */
export async function refuseUnusableCheck(
  request: RunRequest,
  spec: LoopSpec,
  { shell, env }: Omit<AgentParts, 'readable'>,
): Promise<void> {
  const ports = { shell, env, nonce: spec.nonce, timeoutMs: spec.limits.checkMs }
  await checkFor(request, spec, ports, async () => '')
}

function configOf({ check }: LoopSpec): CheckConfig {
  if (check) return check
  throw runProblem('check-of-program', {})
}

/** Whether the criterion compares with a copy of the tree from before the first turn. */
export const needsBaselineCopy = (check: CheckConfig | null): boolean => {
  const criterion = provable(check)
  return (
    criterion !== null &&
    leavesOf(criterion).some(leaf =>
      'command' in leaf ? leaf.command.includes(BASELINE_VARIABLE) : leaf.kind === 'changed',
    )
  )
}
