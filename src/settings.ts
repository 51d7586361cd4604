import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { AgentConfig } from './agents/config.ts'
import { agentNamed } from './agents/named.ts'
import type { Limits } from './loop/state.ts'
import { parseDuration } from './std/duration.ts'
import { nearest } from './std/nearest.ts'
import { UsageError } from './std/usage-error.ts'

/** The settings of a loop under the one name that flag, environment and configuration share. */
export const SETTING_NAMES = [
  'completion',
  'agent',
  'agent-cmd',
  'max-iterations',
  'timeout',
  'turn-timeout',
  'verify-timeout',
  'state-dir',
] as const

export type SettingName = (typeof SETTING_NAMES)[number]

export interface Settings {
  readonly completion: string | null
  readonly agent: AgentConfig | null
  readonly limits: Limits
  /** Somebody asked for a number of turns; else it is the default. */
  readonly iterationsGiven: boolean
  readonly stateDirectory: string | null
}

type Given = Readonly<Partial<Record<SettingName, string>>>
type Environment = Readonly<Record<string, string | undefined>>

const defaults = { 'max-iterations': '10', timeout: '60m', 'turn-timeout': '30m', 'verify-timeout': '10m' } as const

/** Flag, then environment, then the project's configuration, then default: the only place that knows the order. */
export async function loadSettings(flags: Given, env: Environment, tree: string): Promise<Settings> {
  const sources: readonly Given[] = [flags, fromEnvironment(env), await fromConfiguration(tree), defaults]
  const find = (name: SettingName): string | null => sources.find(source => source[name] !== undefined)?.[name] ?? null
  return {
    completion: find('completion'),
    agent: agentFrom(sources),
    limits: {
      iterations: wholeNumber('max-iterations', find('max-iterations')),
      totalMs: duration('timeout', find('timeout')),
      turnMs: duration('turn-timeout', find('turn-timeout')),
      checkMs: duration('verify-timeout', find('verify-timeout')),
    },
    iterationsGiven:
      find('max-iterations') !== defaults['max-iterations'] ||
      sources.slice(0, -1).some(source => source['max-iterations']),
    stateDirectory: find('state-dir'),
  }
}

/** One setting, for a command that needs no other: what is wrong with the rest is not its business. */
export async function findSetting(
  name: SettingName,
  flags: Given,
  env: Environment,
  tree: string,
): Promise<string | null> {
  for (const source of [flags, fromEnvironment(env), await fromConfiguration(tree)])
    if (source[name] !== undefined) return source[name]
  return null
}

// `--agent` on the command line must win over `agent-cmd` in the configuration, so the two are looked up together.
function agentFrom(sources: readonly Given[]): AgentConfig | null {
  const source = sources.find(given => given.agent !== undefined || given['agent-cmd'] !== undefined)
  if (source === undefined) return null
  const { agent, 'agent-cmd': command } = source
  if (agent !== undefined && command !== undefined) {
    throw new UsageError(
      'bad-arguments',
      'Both an agent and an agent command are given.',
      'Give --agent or --agent-cmd, not both.',
    )
  }
  if (command?.trim() === '')
    throw new UsageError('bad-arguments', '--agent-cmd is empty.', 'Give a command: --agent-cmd "claude -p"')
  return command !== undefined ? { kind: 'command', command } : agentNamed(agent ?? '')
}

function fromEnvironment(env: Environment): Given {
  const found = SETTING_NAMES.map(name => [name, env[`AGENT_LOOP_${name.toUpperCase().replaceAll('-', '_')}`]] as const)
  return Object.fromEntries(found.filter(([, value]) => value !== undefined && value !== ''))
}

async function fromConfiguration(tree: string): Promise<Given> {
  const read = async (name: string): Promise<string | null> => {
    // Only plain files: a pipe of that name would keep us waiting for ever.
    const file = await stat(join(tree, name)).catch(() => null)
    return file?.isFile() ? await readFile(join(tree, name), 'utf8') : null
  }
  const json = await read('agent-loop.config.json')
  if (json !== null) return checked(parsed('agent-loop.config.json', json, JSON.parse), 'agent-loop.config.json')
  const yaml = await read('agent-loop.config.yaml')
  if (yaml !== null) {
    const { parse } = await import('yaml')
    return checked(parsed('agent-loop.config.yaml', yaml, parse), 'agent-loop.config.yaml')
  }
  // A package.json that npm itself could not read is no business of ours; without our key it says nothing about us.
  const manifest = await read('package.json')
  if (!manifest?.includes('"agent-loop"')) return {}
  const section = (parsed('package.json', manifest, JSON.parse) as { 'agent-loop'?: unknown } | null)?.['agent-loop']
  return typeof section === 'object' && section !== null ? checked(section, 'package.json#agent-loop') : {}
}

function parsed(name: string, text: string, parse: (text: string) => unknown): unknown {
  try {
    return parse(text)
  } catch (error) {
    const what = error instanceof Error ? error.message.split('\n')[0] : String(error)
    throw new UsageError('bad-arguments', `${name} cannot be read: ${what}`, `Mend ${name}, or remove it.`)
  }
}

function checked(value: unknown, where: string): Given {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UsageError('bad-arguments', `${where} is not a list of settings.`, 'Write { "max-iterations": 5 }')
  }
  const entries = Object.entries(value).map(([key, setting]) => {
    const name = SETTING_NAMES.find(known => known === key)
    if (name === undefined) throw unknownSetting(key, where)
    if (typeof setting !== 'string' && typeof setting !== 'number') {
      throw new UsageError('bad-arguments', `${where}: "${key}" must be a text or a number.`, `Mend "${key}".`)
    }
    return [name, String(setting)] as const
  })
  return Object.fromEntries(entries)
}

function unknownSetting(key: string, where: string): UsageError {
  const near = nearest(key, SETTING_NAMES)
  return new UsageError(
    'bad-arguments',
    `${where}: unknown setting "${key}".`,
    near ? `Did you mean "${near}"?` : `Known: ${SETTING_NAMES.join(', ')}`,
  )
}

function wholeNumber(name: SettingName, text: string | null): number {
  const value = /^\d+$/.test(text ?? '') ? Number(text) : Number.NaN
  if (Number.isSafeInteger(value) && value > 0) return value
  throw new UsageError('bad-arguments', `--${name} must be a whole number above 0, not "${text}".`, `Write --${name} 5`)
}

function duration(name: SettingName, text: string | null): number {
  const read = parseDuration(text ?? '')
  if (read.ok) return read.value
  throw new UsageError(
    'bad-arguments',
    `--${name} must be a duration with a unit, not "${text}".`,
    `Write --${name} 90s, 30m or 1h30m`,
  )
}
