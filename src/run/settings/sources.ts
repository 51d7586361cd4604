import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { nearest } from '../../std/nearest.ts'
import { UsageError } from '../../std/usage-error.ts'

/** The settings of a loop under the one name that flag, environment and configuration share. */
export const SETTING_NAMES = [
  'completion',
  'agent',
  'agent-cmd',
  'model',
  'permissions',
  'strategy',
  'check',
  'proof',
  'judge-cmd',
  'judge-model',
  'judge-agent',
  'model-url',
  'model-key',
  'max-iterations',
  'timeout',
  'turn-timeout',
  'verify-timeout',
  'max-wait',
  'max-loops',
  'worktree',
  'max-cost',
  'max-tokens',
  'may-change',
  'waive',
  'restore',
  'sandbox',
  'on-verified',
  'post-iteration',
  'state-dir',
] as const

export type SettingName = (typeof SETTING_NAMES)[number]

export type Given = Readonly<Partial<Record<SettingName, string>>>
export type SettingsEnvironment = Readonly<Record<string, string | undefined>>

/** Settings that are more than one text; only a configuration file can hold them. */
const SECTIONS = ['check', 'gate', 'agents', 'model'] as const

export interface Configuration {
  readonly given: Given
  /** As they stand in the file; undefined when they do not. */
  readonly sections: Readonly<Partial<Record<(typeof SECTIONS)[number], unknown>>>
  /** What to call it in a message. */
  readonly name: string
}

const NONE: Configuration = { given: {}, sections: {}, name: 'agent-loop.config.json' }

/** Several values of one setting, as one text. */
export const LIST_SEPARATOR = '\n'

export function fromEnvironment(env: SettingsEnvironment): Given {
  const found = SETTING_NAMES.map(name => [name, env[`AGENT_LOOP_${name.toUpperCase().replaceAll('-', '_')}`]] as const)
  return Object.fromEntries(found.filter(([, value]) => value !== undefined && value !== ''))
}

/** Read once, at the start: what an agent writes there later changes nothing. */
export async function fromConfiguration(tree: string): Promise<Configuration> {
  const read = (name: string): string | null => {
    // Only plain files: a pipe of that name would keep us waiting for ever.
    const file = statSync(join(tree, name), { throwIfNoEntry: false })
    return file?.isFile() ? readFileSync(join(tree, name), 'utf8') : null
  }
  const json = read('agent-loop.config.json')
  if (json !== null) return checked(parsed('agent-loop.config.json', json, JSON.parse), 'agent-loop.config.json')
  const yaml = read('agent-loop.config.yaml')
  if (yaml !== null) {
    const { parse } = await import('yaml')
    return checked(parsed('agent-loop.config.yaml', yaml, parse), 'agent-loop.config.yaml')
  }
  // A package.json that npm itself could not read is no business of ours; without our key it says nothing about us.
  const manifest = read('package.json')
  if (!manifest?.includes('"agent-loop"')) return NONE
  const section = (parsed('package.json', manifest, JSON.parse) as { 'agent-loop'?: unknown } | null)?.['agent-loop']
  return typeof section === 'object' && section !== null ? checked(section, 'package.json#agent-loop') : NONE
}

function parsed(name: string, text: string, parse: (text: string) => unknown): unknown {
  try {
    return parse(text)
  } catch (error) {
    const what = error instanceof Error ? error.message.split('\n')[0] : String(error)
    throw new UsageError('bad-arguments', `${name} cannot be read: ${what}`, `Mend ${name}, or remove it.`)
  }
}

function checked(value: unknown, name: string): Configuration {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UsageError('bad-arguments', `${name} is not a list of settings.`, 'Write { "max-iterations": 5 }')
  }
  const sections: Partial<Record<(typeof SECTIONS)[number], unknown>> = {}
  const given: Partial<Record<SettingName, string>> = {}
  for (const [key, setting] of Object.entries(value)) {
    const section = SECTIONS.find(known => known === key)
    if (section !== undefined && typeof setting === 'object') {
      sections[section] = setting
      continue
    }
    const known = SETTING_NAMES.find(known => known === key)
    if (known === undefined) throw unknownSetting(key, name)
    given[known] = asText(setting, key, name)
  }
  return { given, sections, name }
}

function asText(setting: unknown, key: string, where: string): string {
  if (Array.isArray(setting) && setting.every(item => typeof item === 'string')) return setting.join(LIST_SEPARATOR)
  if (['string', 'number', 'boolean'].includes(typeof setting)) return String(setting)
  throw new UsageError('bad-arguments', `${where}: "${key}" must be a text or a number.`, `Mend "${key}".`)
}

function unknownSetting(key: string, where: string): UsageError {
  const names = [...SETTING_NAMES, ...SECTIONS]
  const near = nearest(key, names)
  return new UsageError(
    'bad-arguments',
    `${where}: unknown setting "${key}".`,
    near ? `Did you mean "${near}"?` : `Known: ${[...new Set(names)].join(', ')}`,
  )
}
