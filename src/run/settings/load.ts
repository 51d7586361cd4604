import { settingProblem } from './problems.ts'
import { type ProjectConfig, projectConfig } from './project-config.ts'
import { readSections, type Sections } from './sections.ts'
import { SETTING_NAMES, type SettingName, type SettingValues, settingNamed } from './settings.ts'
import {
  type Configuration,
  fromConfiguration,
  fromEnvironment,
  refuseOutside,
  type SettingsEnvironment,
} from './sources.ts'
import { fromUserConfiguration } from './user-config.ts'
import { type Given, valuesOf } from './values.ts'

export interface Settings {
  readonly values: SettingValues
  /** The parts of the configuration that are more than one value. */
  readonly sections: Sections
  /** Whether somebody gave it; otherwise it has its default. */
  readonly isGiven: (name: SettingName) => boolean
  /** What the project's own configuration sets. */
  readonly config: ProjectConfig
}

/**
 * Flag, then environment, then the project's configuration, then the user's settings, then default: the only place that knows the order. Code that acts on the
 * result uses `trustedSettings` instead, because a repository's values may need trust.
 */
export async function loadSettings(given: Given, env: SettingsEnvironment, tree: string): Promise<Settings> {
  const configuration = await fromConfiguration(tree)
  const user = await fromUserConfiguration(env)
  const outside = [given, fromEnvironment(env)]
  const person = merge(outside)
  const merged = merge([person, configuration.given, user.given])
  if (person['state-dir'] === undefined) refuseOutside(tree, configuration)
  const [values, sections] = [valuesOf(merged), sectionsFor(configuration, outside)]
  const { models, notify } = sections
  return {
    values,
    sections: {
      ...sections,
      // The user's channels are told in every project, also where the project has its own.
      notify: [...readSections(user).notify, ...notify],
      models: {
        ...models,
        url: values['model-url'] ?? models.url,
        keyVariable: values['model-key'] ?? models.keyVariable,
      },
    },
    isGiven: name => merged[name] !== undefined,
    config: projectConfig(configuration, person, groupsIn(person)),
  }
}

/**
 * The first source that gives a setting decides. `--agent` on the command line also wins over `agent-cmd` in the configuration: a
 * setting hides its whole group in the sources behind it.
 */
function merge(sources: readonly Given[]): Given {
  const merged: Partial<Record<SettingName, string>> = {}
  for (const source of sources) {
    const groups = groupsIn(merged)
    for (const name of SETTING_NAMES) {
      const { group } = settingNamed(name)
      if (group !== undefined && groups.includes(group)) continue
      const text = merged[name] ?? source[name]
      if (text !== undefined) merged[name] = text
    }
  }
  refuseTwoOfAGroup(merged)
  return merged
}

const namesIn = (merged: Given): readonly SettingName[] => SETTING_NAMES.filter(name => merged[name] !== undefined)
const groupsIn = (merged: Given) => namesIn(merged).map(name => settingNamed(name).group)

function refuseTwoOfAGroup(merged: Given): void {
  for (const name of namesIn(merged)) {
    const { group } = settingNamed(name)
    const other = namesIn(merged).find(each => each !== name && settingNamed(each).group === group)
    if (group !== undefined && other !== undefined) throw settingProblem('settings-exclude', { name, other })
  }
}

/** A criterion from a flag or the environment replaces the check of the configuration. */
function sectionsFor(configuration: Configuration, outside: readonly Given[]): Sections {
  const sections = readSections(configuration)
  if (outside.some(({ completion }) => completion !== undefined)) return { ...sections, check: null }
  if (sections.check !== null && configuration.given.completion !== undefined)
    throw settingProblem('two-criteria', { file: configuration.name })
  return sections
}
