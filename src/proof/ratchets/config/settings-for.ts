import type { ToolSettings } from '../../../tools/protection/protection.ts'
import { readSettings } from './read-settings.ts'
import type { ConfigSetting } from './setting.ts'

/** One tool's settings in one file, under its usual names; null when the content does not match the file name. */
export function settingsFor(
  { within, ownFiles, alias }: ToolSettings,
  path: string,
  text: string,
): ConfigSetting[] | null {
  const settings = readSettings(path, text)
  if (settings === null) return null
  return settings.flatMap(setting => {
    const inside = within && !ownFiles?.test(path) ? below(setting.path, within) : setting.path
    return inside === null ? [] : [{ ...setting, path: alias?.(inside) ?? inside }]
  })
}

function below(path: string, within: RegExp): string | null {
  const found = within.exec(path)
  return found ? path.slice(found.index + found[0].length) : null
}
