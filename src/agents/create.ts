import { UsageError } from '../std/usage-error.ts'
import type { Agent, AgentPorts } from './agent.ts'
import { commandAgent } from './command.ts'
import type { AgentConfig } from './config.ts'

export async function createAgent(config: AgentConfig, ports: AgentPorts): Promise<Agent> {
  if (config.kind === 'command') return commandAgent(config.command, ports)
  if (config.kind === 'custom')
    throw new UsageError(
      'no-agent',
      `The agent ${config.name} was an object of the program that began the loop.`,
      'Go on from that program.',
    )
  // The script needs a YAML parser, which a loop around a command never loads.
  const { scriptAgent } = await import('./script.ts')
  return scriptAgent(config.path, ports)
}
