import { type AgentRow, OWN } from '../commands/agents.ts'
import { safeLine } from '../safe-text.ts'
import type { Examined } from '../setup/examine.ts'
import type { DaemonHealth } from './daemon-health.ts'
import type { HostHealth } from './host-health.ts'

export interface Health {
  readonly examined: readonly Examined[]
  readonly hosts: readonly HostHealth[]
  readonly agents: readonly AgentRow[]
  readonly daemon: DaemonHealth
}

/** The setup for people: one line for what works, and the fix for what does not. */
export const healthLines = ({ examined, hosts, agents, daemon }: Health): readonly string[] => [
  ...examined.flatMap(linesOf),
  ...linesOf(daemonLine(daemon)),
  ...agentLines(agents),
  ...hosts.filter(({ found }) => found).flatMap(hostLine),
  ...notFound(hosts),
]

function daemonLine({ state, pid, version, loops, symptoms }: DaemonHealth): Examined {
  const says =
    state === 'serving' ? `process ${pid}, agent-loop ${version}, ${loops ?? 0} loops running` : 'not running'
  return { name: symptoms.length === 0 ? `daemon: ${says}` : 'daemon', symptoms }
}

function agentLines(agents: readonly AgentRow[]): readonly string[] {
  const here = agents.filter(({ installed }) => installed)
  if (here.every(({ name }) => name === OWN))
    return [
      '! agents: no coding agent is installed',
      '    See agent-loop agents. --agent-cmd takes any command, and --agent model needs only a model and its key.',
    ]
  return [`✓ agents: ${here.map(({ name, version }) => safeLine(`${name} ${version ?? ''}`.trim())).join(', ')}`]
}

function notFound(hosts: readonly HostHealth[]): readonly string[] {
  const missing = hosts.filter(({ found }) => !found).map(({ name }) => name)
  return missing.length === 0 ? [] : [`  assistants not found: ${missing.join(', ')}`]
}

function hostLine({ name, version, native_goal, installed, symptoms }: HostHealth): readonly string[] {
  const where = (['user', 'project'] as const).filter(scope => installed[scope] === 'whole')
  const facts = [
    where.length > 0 ? `hook and MCP server in place (${where.join(', ')})` : `not set up: agent-loop install ${name}`,
    native_goal === null ? 'built-in /goal in newer versions' : native_goal ? 'built-in /goal' : 'no /goal',
  ]
  const title = safeLine(`${name}${version === null ? '' : ` ${version}`}`)
  if (symptoms.length === 0) return [`${where.length > 0 ? '✓' : ' '} ${title}: ${facts.join('; ')}`]
  return linesOf({ name: title, symptoms })
}

function linesOf({ name, symptoms }: Examined): readonly string[] {
  if (symptoms.length === 0) return [`✓ ${name}`]
  return symptoms.flatMap(({ level, says, fix }) => [
    `${level === 'broken' ? '✗' : '!'} ${name}: ${safeLine(says)}`,
    `    ${safeLine(fix)}`,
  ])
}
