import { parseDuration } from '../../std/duration.ts'
import { nearest } from '../../std/nearest.ts'
import { UsageError } from '../../std/usage-error.ts'
import type { SettingName } from './sources.ts'

export function wholeNumber(name: SettingName, text: string | null): number {
  const value = /^\d+$/.test(text ?? '') ? Number(text) : Number.NaN
  if (Number.isSafeInteger(value) && value > 0) return value
  throw new UsageError('bad-arguments', `--${name} must be a whole number above 0, not "${text}".`, `Write --${name} 5`)
}

export function duration(name: SettingName, text: string | null): number {
  const read = parseDuration(text ?? '')
  if (read.ok) return read.value
  throw new UsageError(
    'bad-arguments',
    `--${name} must be a duration with a unit, not "${text}".`,
    `Write --${name} 90s, 30m or 1h30m`,
  )
}

export function money(name: SettingName, text: string): number {
  const value = /^\$?\d+(\.\d+)?$/.test(text.trim()) ? Number(text.trim().replace('$', '')) : Number.NaN
  if (Number.isFinite(value) && value > 0) return value
  throw new UsageError(
    'bad-arguments',
    `--${name} must be an amount of US dollars above 0, not "${text}".`,
    `Write --${name} 2.50`,
  )
}

export function choice<T extends string>(name: SettingName, text: string | null, choices: readonly T[]): T {
  const chosen = choices.find(value => value === text)
  if (chosen !== undefined) return chosen
  const near = nearest(text ?? '', choices)
  throw new UsageError(
    'bad-arguments',
    `--${name} must be one of ${choices.join(', ')}, not "${text}".`,
    `Write --${name} ${near ?? choices[0]}`,
  )
}
