import { firstInstalled, noneInstalled } from '../../agents/choose.ts'
import type { AgentConfig } from '../../agents/config.ts'
import { installedAgents, refuseMissing } from '../../agents/installed.ts'
import { type AgentOptions, agentNamed } from '../../agents/named.ts'
import type { Settings } from '../settings/load.ts'
import type { SettingValues } from '../settings/settings.ts'
import type { RequestContext } from './context.ts'
import { requestProblem } from './problems.ts'

type KnownAgents = Settings['sections']['knownAgents']

/** The agents of a loop: those that are named, else the only installed one, else the one that the person picks. */
export async function chooseAgents(
  context: RequestContext,
  { values, sections }: Settings,
): Promise<readonly [AgentConfig, ...AgentConfig[]]> {
  const { agent, 'agent-cmd': command, model, permissions, sandbox } = values
  const { knownAgents, models } = sections
  if (command !== null) {
    refuseForCommand(values)
    return [{ kind: 'command', command }]
  }
  const interactive = context.person.chooseAgent !== undefined
  const options: AgentOptions = { known: knownAgents, model, models, permissions, sandbox, interactive }
  const [first = 'auto', ...others] = agent ?? [await onlyOne(context, knownAgents)]
  const named = async (name: string): Promise<AgentConfig> => {
    const config = agentNamed(await resolved(name, context, knownAgents), options)
    await refuseMissing(config, context.env)
    return config
  }
  return [await named(first), ...(await Promise.all(others.map(named)))]
}

/** A command runs as written, so model and permissions must be part of it. */
function refuseForCommand({ model, permissions }: SettingValues): void {
  const flag = model !== null ? '--model' : permissions !== null ? '--permissions' : null
  if (flag === null) return
  throw requestProblem('flag-with-command', { flag })
}

async function resolved(name: string, { env, err }: RequestContext, known: KnownAgents): Promise<string> {
  if (name !== 'auto') return name
  const found = await firstInstalled(known, env)
  err(`agent-loop: using the agent ${found}`)
  return found
}

async function onlyOne(context: RequestContext, known: KnownAgents): Promise<string> {
  const names = await installedAgents(known, context.env)
  const [only, second] = names
  if (only === undefined) throw noneInstalled(known)
  if (second === undefined) {
    context.err(`agent-loop: using the agent ${only}, the only one installed`)
    return only
  }
  const chosen = (await context.person.chooseAgent?.(names)) ?? null
  if (chosen !== null) return chosen
  throw requestProblem('several-agents', { installed: names })
}
