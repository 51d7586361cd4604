import { describeAgent } from '../agents/config.ts'
import type { LoopSpec } from '../loop/state.ts'
import { LIST_SEPARATOR } from '../run/settings/kinds.ts'
import { SETTING_NAMES, type SettingName } from '../run/settings/settings.ts'
import type { Given } from '../run/settings/values.ts'
import { shellQuote } from '../tools/shell/shell-quote.ts'
import type { CommandContext } from './command.ts'
import { settingFlag } from './flags.ts'

/** The command that starts the same loop again, from its stored spec. */
export function retypedFrom({ task, done, agent, otherAgents }: LoopSpec): string {
  if (agent.kind === 'host') return `agent-loop adopt ${shellQuote(task)} -c ${shellQuote(done)}`
  const names = [agent, ...otherAgents].map(describeAgent).join(',')
  const flag = agent.kind === 'command' ? `--agent-cmd ${shellQuote(agent.command)}` : `--agent ${shellQuote(names)}`
  return `agent-loop run ${shellQuote(task)} -c ${shellQuote(done)} ${flag}`
}

/** An id belongs to one loop only. */
const NOT_AGAIN: readonly SettingName[] = ['loop-id']
/** How to find a criterion; not needed when one is given. */
const FINDING_ONE: readonly SettingName[] = ['auto-criteria', 'no-infer-completion', 'infer-with']

/** The typed command with these settings changed, quoted for a shell. */
export function retyped(
  text: string | null,
  { given, flags, json }: Pick<CommandContext, 'given' | 'flags' | 'json'>,
  changes: Given,
  command: 'run' | 'start' | 'prove' | 'resume' = 'run',
): string {
  const left = [...NOT_AGAIN, ...(changes.completion === undefined ? [] : FINDING_ONE)]
  const settings = SETTING_NAMES.filter(name => !left.includes(name)).flatMap(name =>
    spelled(name, changes[name] ?? given[name]),
  )
  const cwd = flags.text('cwd')
  const where = [...(cwd === undefined ? [] : [`--cwd ${shellQuote(cwd)}`]), ...(json ? ['--json'] : [])]
  const argument = text === null ? [] : [shellQuote(text)]
  return [`agent-loop ${command}`, ...argument, ...settings, ...where].join(' ')
}

function spelled(name: SettingName, value: string | undefined): readonly string[] {
  if (value === undefined) return []
  const { short, takes, many } = settingFlag(name)
  const flag = short ? `-${short}` : `--${name}`
  if (takes === 'nothing') return [flag]
  return (many ? value.split(LIST_SEPARATOR) : [value]).map(each => `${flag} ${shellQuote(each)}`)
}
