import { type Agent, type AgentPorts, UNKNOWN_USAGE } from './agent.ts'
import { commandAgent } from './command.ts'
import type { AgentConfig } from './config.ts'
import { agentProblem } from './problems.ts'

/** Stands for an assistant that nobody here can start. */
const hostAgent = (name: string): Agent => ({
  name,
  tells: { tokens: false, usd: false },
  turn: async () => ({
    ...UNKNOWN_USAGE,
    ended: 'unusable',
    answer: '',
    exitCode: null,
    durationMs: 0,
    error: `the turns of ${name} begin in a session of it`,
  }),
})

/** Each kind is loaded only where it is used: a loop around a command needs no parser, no protocol and no prices. */
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
