import type { SettingName, SettingValues } from './settings.ts'
import { fromConfiguration, fromEnvironment, refuseOutside, type SettingsEnvironment } from './sources.ts'
import { type Given, readSetting } from './values.ts'

/**
 * One setting, for a command that needs no other: the rest is not validated, and little is loaded. Not for settings that need trust,
 * except for `state-dir`, which also tells where to look for loops.
 */
export async function findSetting<Name extends 'state-dir' | 'max-loops' | 'verify-timeout'>(
  name: Name,
  given: Given,
  env: SettingsEnvironment,
  tree: string,
): Promise<SettingValues[Name]> {
  return readSetting(name, given[name] ?? fromEnvironment(env)[name] ?? (await configured(name, tree)))
}

async function configured(name: SettingName, tree: string): Promise<string | undefined> {
  const configuration = await fromConfiguration(tree)
  if (name === 'state-dir') refuseOutside(tree, configuration)
  return configuration.given[name]
}
