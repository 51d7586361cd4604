import { readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { nearest } from '../../std/nearest.ts'
import type { UsageError } from '../../std/usage-error.ts'
import { isWithin } from '../../system/is-within.ts'
import { LIST_SEPARATOR } from './kinds.ts'
import { settingProblem } from './problems.ts'
import { LASTING_SETTINGS, type SettingName } from './settings.ts'
import type { Given } from './values.ts'

export type SettingsEnvironment = Readonly<Record<string, string | undefined>>

/** Settings that are more than one value; only a configuration file can hold them. */
export const SECTIONS = ['check', 'gate', 'agents', 'model', 'notify'] as const

export interface Configuration {
  readonly given: Given
  /** As the file has them. */
  readonly sections: Readonly<Partial<Record<(typeof SECTIONS)[number], unknown>>>
  /** The file's name, for messages. */
  readonly name: string
}

const NONE: Configuration = { given: {}, sections: {}, name: 'agent-loop.config.json' }

export const variableOf = (name: SettingName): string => `AGENT_LOOP_${name.toUpperCase().replaceAll('-', '_')}`

export function fromEnvironment(env: SettingsEnvironment): Given {
  const found = LASTING_SETTINGS.map(name => [name, env[variableOf(name)]] as const)
  return Object.fromEntries(found.filter(([, value]) => value !== undefined && value !== ''))
}

/** A person reads what they are asked to trust. */
const MAX_BYTES = 64 * 1024
/** Of a manifest, which has more than our settings. */
const MAX_MANIFEST_BYTES = 4 * 1024 * 1024

/** Read once, at the start: later changes to the file have no effect on the loop. */
export async function fromConfiguration(tree: string): Promise<Configuration> {
  const configuration = await configurationIn(tree, ['agent-loop.config.json', 'agent-loop.config.yaml'])
  if (configuration !== NONE) return configuration
  // A damaged package.json matters only when it has our key.
  const manifest = readSource(tree, 'package.json')
  if (!manifest?.includes('"agent-loop"')) return NONE
  const section = (parsed('package.json', manifest, JSON.parse) as { 'agent-loop'?: unknown } | null)?.['agent-loop']
  return typeof section === 'object' && section !== null ? checked(section, 'package.json#agent-loop') : NONE
}

/** The first of a JSON and a YAML file that is in the folder. */
export async function configurationIn(
  folder: string,
  [json, yaml]: readonly [json: string, yaml: string],
): Promise<Configuration> {
  const text = readSource(folder, json)
  if (text !== null) return checked(parsed(json, text, JSON.parse), json)
  const other = readSource(folder, yaml)
  if (other === null) return NONE
  const { parse } = await import('yaml')
  // Its warnings would print parts of the file as they are.
  return checked(
    parsed(yaml, other, text => parse(text, { logLevel: 'error' })),
    yaml,
  )
}

function readSource(folder: string, name: string): string | null {
  // Only regular files: reading from a pipe would never end.
  const file = statSync(join(folder, name), { throwIfNoEntry: false })
  if (!file?.isFile()) return null
  const most = name === 'package.json' ? MAX_MANIFEST_BYTES : MAX_BYTES
  if (file.size > most) throw settingProblem('file-too-large', { file: name, kib: most / 1024 })
  return readFileSync(join(folder, name), 'utf8')
}

function parsed(name: string, text: string, parse: (text: string) => unknown): unknown {
  try {
    return parse(text)
  } catch (error) {
    const what = error instanceof Error ? error.message.split('\n')[0] : String(error)
    throw settingProblem('file-unreadable', { file: name, because: what ?? '' })
  }
}

function checked(value: unknown, name: string): Configuration {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw settingProblem('file-not-settings', { file: name })
  }
  const sections: Partial<Record<(typeof SECTIONS)[number], unknown>> = {}
  const given: Partial<Record<SettingName, string>> = {}
  for (const [key, setting] of Object.entries(value)) {
    if (key === SCHEMA_KEY) continue
    const section = SECTIONS.find(known => known === key)
    if (section !== undefined && typeof setting === 'object') {
      if (isDeep(setting, MAX_DEPTH)) throw settingProblem('file-too-deep', { file: name, key })
      sections[section] = setting
      continue
    }
    const known = LASTING_SETTINGS.find(known => known === key)
    if (known === undefined) throw unknownSetting(key, name)
    given[known] = asText(setting, key, name)
  }
  return { given, sections, name }
}

/** For editors, which complete and check the file with it. */
const SCHEMA_KEY = '$schema'
const MAX_DEPTH = 30

const isDeep = (value: unknown, most: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (most === 0 || Object.values(value).some(part => isDeep(part, most - 1)))

function asText(setting: unknown, key: string, where: string): string {
  if (Array.isArray(setting) && setting.every(item => typeof item === 'string')) return setting.join(LIST_SEPARATOR)
  if (['string', 'number', 'boolean'].includes(typeof setting)) return String(setting)
  throw settingProblem('setting-type', { file: where, key })
}

function unknownSetting(key: string, where: string): UsageError {
  const names = [...LASTING_SETTINGS, ...SECTIONS]
  const near = nearest(key, names)
  return settingProblem('setting-unknown', { file: where, key, near, known: [...new Set(names)] })
}

/** Only a person may have files written outside the tree. */
export function refuseOutside(tree: string, { given, name }: Configuration): void {
  const directory = given['state-dir']
  if (directory === undefined || isWithin(resolve(tree, directory), tree)) return
  throw settingProblem('state-dir-outside', { file: name, directory })
}
