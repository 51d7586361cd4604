import {
  fromConfiguration,
  fromEnvironment,
  type Given,
  type SettingName,
  type SettingsEnvironment,
} from './sources.ts'

/** One setting, for a command that needs no other: what is wrong with the rest is not its business. Loads little. */
export async function findSetting(
  name: SettingName,
  flags: Given,
  env: SettingsEnvironment,
  tree: string,
): Promise<string | null> {
  for (const source of [flags, fromEnvironment(env)]) if (source[name] !== undefined) return source[name]
  return (await fromConfiguration(tree)).given[name] ?? null
}
