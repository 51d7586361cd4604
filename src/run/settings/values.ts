import { nearest } from '../../std/nearest.ts'
import type { UsageError } from '../../std/usage-error.ts'
import type { LoopOptions } from './loop-options.ts'
import { settingProblem } from './problems.ts'
import { SETTING_NAMES, type SettingName, type SettingValues, settingNamed } from './settings.ts'

/** Settings as text, as flags, environment, configuration, and MCP arguments give them. */
export type Given = Readonly<Partial<Record<SettingName, string>>>

/** The value of one setting; its default when none is given. Throws a `UsageError` for a text that is no such value. */
export function readSetting<Name extends SettingName>(name: Name, given: string | undefined): SettingValues[Name] {
  const { kind, default: standard } = settingNamed(name)
  const text = given ?? standard
  const value = text === undefined ? kind.absent : kind.read(text)
  if (value === undefined) throw notSuchAValue(name, text ?? '')
  return value as SettingValues[Name]
}

function notSuchAValue(name: SettingName, text: string): UsageError {
  const { is, example, choices } = settingNamed(name).kind
  const near = nearest(text, choices ?? []) ?? example
  return settingProblem('setting-invalid', { name, must: is, given: text, suggestion: near })
}

/** Every setting, with its default where none is given. */
export const valuesOf = (given: Given): SettingValues => read(given, SETTING_NAMES) as SettingValues

/** Only the settings that are given. */
export const givenValues = (given: Given): Partial<SettingValues> =>
  read(
    given,
    SETTING_NAMES.filter(name => given[name] !== undefined),
  )

const read = (given: Given, names: readonly SettingName[]): Partial<SettingValues> =>
  Object.fromEntries(names.map(name => [name, readSetting(name, given[name])]))

/** The options of a loop that these settings stand for: `max-iterations` becomes `limits.iterations`. */
export function loopOptions(values: SettingValues): LoopOptions {
  return collect(values) as unknown as LoopOptions
}

/** The limits among these settings. */
export const limitsIn = (values: Partial<SettingValues>): Partial<LoopOptions['limits']> =>
  collect(values)['limits'] ?? {}

function collect(values: Partial<SettingValues>): Record<string, Record<string, unknown>> {
  const options: Record<string, Record<string, unknown>> = {}
  for (const name of SETTING_NAMES) {
    const [field = '', inner] = settingNamed(name).option?.split('.') ?? []
    if (field === '' || !(name in values)) continue
    Object.assign(options, {
      [field]: inner === undefined ? values[name] : { ...options[field], [inner]: values[name] },
    })
  }
  return options
}

/** What a loop does that nobody asked anything of. */
export const DEFAULT_OPTIONS = loopOptions(valuesOf({}))

export const DEFAULT_LIMITS = DEFAULT_OPTIONS.limits
