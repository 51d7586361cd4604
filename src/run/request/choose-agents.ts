import { firstInstalled, noneInstalled } from '../../agents/choose.ts'
import type { AgentConfig } from '../../agents/config.ts'
import { installedAgents } from '../../agents/installed.ts'
import { type AgentOptions, agentNamed } from '../../agents/named.ts'
import { UsageError } from '../../std/usage-error.ts'
import type { Settings } from '../settings/load.ts'
import { askWhichAgent } from './ask.ts'
import type { CommandContext } from './command.ts'

/** Who works in a loop: whoever was named, else the only one that is installed, else whom the person picks. */
export async function chooseAgents(
  context: CommandContext,
  settings: Settings,
): Promise<readonly [AgentConfig, ...AgentConfig[]]> {
  const { agents, knownAgents, model, models, permissions, sandbox } = settings
  if (agents !== null && 'command' in agents) {
    refuseForCommand(settings)
    return [{ kind: 'command', command: agents.command }]
  }
  const interactive = canAsk(context)
  const wishes: AgentOptions = { known: knownAgents, model, models, permissions, sandbox, interactive }
  const [first = 'auto', ...others] = agents?.names ?? [await onlyOne(context, knownAgents)]
  return [
    agentNamed(await resolved(first, context, knownAgents), wishes),
    ...(await Promise.all(others.map(async name => agentNamed(await resolved(name, context, knownAgents), wishes)))),
  ]
}

export const canAsk = ({ terminal, json }: CommandContext): boolean => terminal && !json && process.stdin.isTTY

/** A command of the person's own is called as it stands; what it may do is theirs to write into it. */
function refuseForCommand({ model, permissions }: Settings): void {
  const flag = model !== null ? '--model' : permissions !== null ? '--permissions' : null
  if (flag === null) return
  throw new UsageError(
    'bad-arguments',
    `${flag} cannot be given to a command of your own.`,
    `Write it into the command, or name an agent: --agent claude ${flag} …`,
  )
}

async function resolved(name: string, { env, err }: CommandContext, known: Settings['knownAgents']): Promise<string> {
  if (name !== 'auto') return name
  const found = await firstInstalled(known, env)
  err(`agent-loop: auto is ${found}`)
  return found
}

async function onlyOne(context: CommandContext, known: Settings['knownAgents']): Promise<string> {
  const names = await installedAgents(known, context.env)
  const [only, second] = names
  if (only === undefined) throw noneInstalled(known)
  if (second === undefined) {
    context.err(`agent-loop: the agent is ${only}, the only one that is installed`)
    return only
  }
  const chosen = canAsk(context) ? await askWhichAgent(names) : null
  if (chosen !== null) return chosen
  throw new UsageError(
    'no-agent',
    `No agent is given, and several are installed: ${names.join(', ')}.`,
    `Name one: --agent ${only}`,
  )
}
