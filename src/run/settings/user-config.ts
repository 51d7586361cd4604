import { userConfigFolder } from '../../system/state-home.ts'
import { settingProblem } from './problems.ts'
import { type Configuration, configurationIn, type SettingsEnvironment } from './sources.ts'

const ALLOWED: readonly string[] = ['notify', 'max-cost-per-day']

/**
 * The user's own settings. Only those that cannot make a result look better than it is: an agent that runs as the same user can
 * write this file, and its values need no trust. A loop in which it changes is refused, because commands in it would run outside of a turn.
 */
export async function fromUserConfiguration(env: SettingsEnvironment): Promise<Configuration> {
  const configuration = await configurationIn(userConfigFolder(env), ['config.json', 'config.yaml'])
  const { given, sections, name } = configuration
  const other = [...Object.keys(given), ...Object.keys(sections)].find(key => !ALLOWED.includes(key))
  if (other !== undefined) throw settingProblem('not-a-user-setting', { file: name, key: other, known: ALLOWED })
  return configuration
}
