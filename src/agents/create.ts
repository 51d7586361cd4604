import type { Agent, AgentPorts } from './agent.ts'
import { commandAgent } from './command.ts'
import type { AgentConfig } from './config.ts'

export async function createAgent(config: AgentConfig, ports: AgentPorts): Promise<Agent> {
  if (config.kind === 'command') return commandAgent(config.command, ports)
  // The script needs a YAML parser, which a loop around a command never loads.
  const { scriptAgent } = await import('./script.ts')
  return scriptAgent(config.path, ports)
}
