import { SECTION_SCHEMAS } from './sections.ts'
import type { TrustReason } from './setting.ts'
import { LASTING_SETTINGS, type SettingName, settingNamed } from './settings.ts'
import { type Configuration, SECTIONS } from './sources.ts'
import type { Given } from './values.ts'

/** One key of a project's configuration. */
interface ConfigEntry {
  readonly name: string
  /** As JSON. */
  readonly value: string
  /** Why it needs trust; null when it needs none. */
  readonly reason: TrustReason | null
  /** False when a flag or the environment replaces it. */
  readonly used: boolean
}

/** What a project's own configuration sets. */
export interface ProjectConfig {
  readonly file: string
  readonly entries: readonly ConfigEntry[]
}

/** `person`: what flags and environment give. It replaces a setting and, for `agent` and the judges, its whole group. */
export function projectConfig(
  { given, sections, name: file }: Configuration,
  person: Given,
  groups: readonly unknown[],
): ProjectConfig {
  const settings = LASTING_SETTINGS.flatMap(name => {
    const [text, { group }] = [given[name], settingNamed(name)]
    const used = person[name] === undefined && (group === undefined || !groups.includes(group))
    return text === undefined ? [] : [{ name, value: JSON.stringify(text), reason: trustReason(name, text), used }]
  })
  const objects = SECTIONS.filter(name => sections[name] !== undefined).map(name => ({
    name,
    value: JSON.stringify(sections[name]),
    reason: sectionRisk(name, sections[name]),
    used: name !== 'check' || person.completion === undefined,
  }))
  return { file, entries: [...settings, ...objects] }
}

function sectionRisk(name: (typeof SECTIONS)[number], value: unknown): TrustReason | null {
  const { needsTrust, riskOf } = SECTION_SCHEMAS[name]
  return riskOf === undefined ? needsTrust : riskOf(value)
}

/** The entries that need trust before a command with these settings may use them. */
export const riskyEntries = ({ entries }: ProjectConfig, unused: readonly string[]): readonly ConfigEntry[] =>
  entries.filter(({ name, reason, used }) => reason !== null && used && !unused.includes(name))

/** Why a repository's value for a setting needs a person's confirmation; null when it needs none. */
function trustReason(name: SettingName, value: string): TrustReason | null {
  const { needsTrust, harmless } = settingNamed(name)
  const needsNone = harmless === 'up to the default' ? isUpToDefault(name, value) : harmless?.includes(value)
  return needsNone ? null : (needsTrust ?? null)
}

function isUpToDefault(name: SettingName, value: string): boolean {
  const { kind, default: standard = '' } = settingNamed(name)
  return Number(kind.read(value)) <= Number(kind.read(standard))
}
