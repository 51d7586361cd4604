import { describeSetting, type SettingName, settingNamed } from '../run/settings/settings.ts'
import type { Command, Flag } from './command.ts'

/** Every command has these. */
export const COMMON_FLAGS: Readonly<Record<string, Flag>> = {
  cwd: { takes: 'text', placeholder: 'DIR', says: 'work in this directory instead of the current one' },
  json: { takes: 'nothing', says: 'print JSON, for programs' },
  help: { takes: 'nothing', short: 'h', says: 'show this help' },
}

/** Every flag that a command accepts, by name. */
export const flagsOf = ({ settings, flags, defaultsSay }: Command): Readonly<Record<string, Flag>> => ({
  ...Object.fromEntries(settings.map(name => [name, settingFlag(name, defaultsSay)])),
  ...flags,
  ...COMMON_FLAGS,
})

export function settingFlag(name: SettingName, defaultsSay?: string): Flag {
  const { kind, short, alias, option } = settingNamed(name)
  return {
    takes: kind.placeholder === null ? 'nothing' : 'text',
    ...(kind.placeholder === null ? {} : { placeholder: kind.placeholder }),
    ...(short === undefined ? {} : { short }),
    ...(alias === undefined ? {} : { alias }),
    ...(kind.many ? { many: true } : {}),
    says: describeSetting(name, option && defaultsSay),
  }
}
