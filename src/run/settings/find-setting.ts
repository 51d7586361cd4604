import type { SettingName, SettingValues } from './settings.ts'
import { fromConfiguration, fromEnvironment, type SettingsEnvironment } from './sources.ts'
import { type Given, readSetting } from './values.ts'

/** One setting, for a command that needs no other: the rest is not validated, and little is loaded. */
export async function findSetting<Name extends SettingName>(
  name: Name,
  given: Given,
  env: SettingsEnvironment,
  tree: string,
): Promise<SettingValues[Name]> {
  const text = given[name] ?? fromEnvironment(env)[name] ?? (await fromConfiguration(tree)).given[name]
  return readSetting(name, text)
}
