import { type AgentConfig, describeAgent } from '../../agents/config.ts'
import { chooseAgents } from '../request/choose-agents.ts'
import type { RequestContext } from '../request/context.ts'
import { requestProblem } from '../request/problems.ts'
import type { Settings } from '../settings/load.ts'

/** One agent of a race, and its name there. */
interface Entrant {
  readonly name: string
  readonly agent: AgentConfig
}

const MOST = 8

/** The agents that race: those that are named, `claude*3` three times, and the commands. */
export async function chooseEntrants(context: RequestContext, settings: Settings): Promise<readonly Entrant[]> {
  const { values } = settings
  const names = (values.race ?? []).flatMap(repeated)
  const commands = values['race-cmd']
  const count = names.length + commands.length
  if (count < 2 || count > MOST) throw requestProblem('race-size', { count, most: MOST })
  const chosen = { ...settings, values: { ...values, agent: names, 'agent-cmd': null } }
  const named = names.length === 0 ? [] : await chooseAgents(context, chosen)
  const agents: readonly AgentConfig[] = [...named, ...commands.map(command => ({ kind: 'command', command }) as const)]
  return numbered(agents)
}

function repeated(text: string): readonly string[] {
  const [, name = text, times = '1'] = /^(.+)\*(\d{1,3})$/.exec(text) ?? []
  return Array.from({ length: Number(times) }, () => name)
}

/** Equal agents are told apart by a number. */
function numbered(agents: readonly AgentConfig[]): readonly Entrant[] {
  const names = agents.map(describeAgent)
  return agents.map((agent, index) => {
    const name = names[index] ?? ''
    const same = names.filter(each => each === name).length
    const before = names.slice(0, index).filter(each => each === name).length
    return { agent, name: same === 1 ? name : `${name} ${before + 1}` }
  })
}
