import type { Agent } from '../../agents/agent.ts'
import { firstInstalled } from '../../agents/choose.ts'
import type { AgentConfig } from '../../agents/config.ts'
import { KNOWN_AGENTS } from '../../agents/known.ts'
import { agentNamed, NO_AGENT_OPTIONS } from '../../agents/named.ts'
import type { Permissions } from '../../agents/permissions.ts'
import type { Environment } from '../../system/shell.ts'
import { requestProblem } from '../request/problems.ts'
import { type AgentFunction, functionAgent } from './function-agent.ts'

/**
 * Who works: a name such as `claude` (`agent-loop agents` lists them), a command line, a function that takes one turn, or an adapter
 * of your own. A single word is a name; write a command that is one word as `{ command: 'my-agent' }`.
 */
export type AgentChoice = string | { readonly command: string } | AgentFunction | Agent

interface ChoiceOptions {
  readonly env: Environment
  readonly model?: string | undefined
  readonly permissions?: Permissions | undefined
  readonly sandbox?: boolean | undefined
  /** Questions of the agent reach a person. */
  readonly interactive: boolean
}

export async function chosenAgent(agent: AgentChoice, options: ChoiceOptions): Promise<AgentConfig | Agent> {
  if (typeof agent === 'function') return functionAgent(agent)
  if (typeof agent === 'string') return isName(agent) ? await named(agent, options) : commandLine(agent)
  if (typeof agent !== 'object' || agent === null) throw requestProblem('agent-missing', {})
  return 'turn' in agent ? agent : commandLine(agent.command)
}

const commandLine = (command: string): AgentConfig => ({ kind: 'command', command })

/** A name has no spaces and no path; `script:FILE` and `model:NAME` have both. */
const isName = (text: string): boolean => /^(?:script:|model:)|^[\w:.-]+$/.test(text.trim())

async function named(
  text: string,
  { env, model, permissions, sandbox, interactive }: ChoiceOptions,
): Promise<AgentConfig> {
  const name = text.trim() === 'auto' ? await firstInstalled(KNOWN_AGENTS, env) : text.trim()
  const given = { model: model ?? null, permissions: permissions ?? null, sandbox: sandbox ?? false, interactive }
  return agentNamed(name, { ...NO_AGENT_OPTIONS, ...given })
}
