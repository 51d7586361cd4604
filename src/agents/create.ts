import { UsageError } from '../std/usage-error.ts'
import { type Agent, type AgentPorts, UNTOLD } from './agent.ts'
import { commandAgent } from './command.ts'
import type { AgentConfig } from './config.ts'

/** Stands for an assistant that nobody here can start. */
const hostAgent = (name: string): Agent => ({
  name,
  tellsUsage: false,
  turn: async () => ({
    ...UNTOLD,
    ended: 'unusable',
    answer: '',
    exitCode: null,
    durationMs: 0,
    error: `the turns of ${name} begin in a session of it`,
  }),
})

export async function createAgent(config: AgentConfig, ports: AgentPorts): Promise<Agent> {
  if (config.kind === 'command') return commandAgent(config.command, ports)
  if (config.kind === 'host') return hostAgent(config.name)
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
