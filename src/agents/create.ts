import { type Agent, type AgentPorts, UNKNOWN_USAGE } from './agent.ts'
import { commandAgent } from './command.ts'
import type { AgentConfig } from './config.ts'
import { agentProblem } from './problems.ts'

/** Represents an assistant that agent-loop cannot start. */
const hostAgent = (name: string): Agent => ({
  name,
  tells: { tokens: false, usd: false },
  turn: async () => ({
    ...UNKNOWN_USAGE,
    ended: 'unusable',
    answer: '',
    exitCode: null,
    durationMs: 0,
    error: `${name} takes its turns in its own session`,
  }),
})

/** Each kind is loaded only when it is used: a loop around a command needs no parser, no protocol, and no prices. */
export async function createAgent(config: AgentConfig, ports: AgentPorts): Promise<Agent> {
  switch (config.kind) {
    case 'command':
      return commandAgent(config.command, ports)
    case 'script':
      return await (await import('./script.ts')).scriptAgent(config.path, ports)
    case 'program':
      return config.via === 'acp'
        ? (await import('./acp/acp.ts')).acpAgent(config, ports)
        : await (await import('./headless/headless.ts')).headlessAgent(config, ports)
    case 'model':
      return await (await import('./model/model-agent.ts')).modelAgent(config, ports)
    case 'host':
      return hostAgent(config.name)
    case 'custom':
      throw agentProblem('custom-agent', { name: config.name })
  }
}
