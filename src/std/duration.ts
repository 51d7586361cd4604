import { fail, ok, type Result } from './result.ts'

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Reads "90s", "1h30m", "250ms". A bare number is refused: half of its readers would guess another unit. */
export function parseDuration(text: string): Result<number, string> {
  const parts = [...text.trim().matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/g)]
  const read = parts.map(part => part[0]).join('')
  if (parts.length === 0 || read !== text.trim()) return fail(`"${text}" is not a duration`)
  const ms = parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (unitMs[unit ?? ''] ?? Number.NaN), 0)
  return ms > 0 && Number.isFinite(ms) ? ok(ms) : fail(`"${text}" is not longer than zero`)
}

/** As a person writes it: "850ms", "8.4s", "1m 30s", "2h". */
export const formatDuration = (ms: number): string => durationParts(ms).join(' ')

/** The same as the value of a flag: "1m30s". */
export const durationValue = (ms: number): string => durationParts(ms).join('')

function durationParts(ms: number): readonly string[] {
  if (ms < 1000) return [`${Math.round(ms)}ms`]
  const seconds = Math.round(ms / 100) / 10
  if (seconds < 60) return [`${seconds}s`]
  const whole = Math.round(ms / 1000)
  const parts = [
    [Math.floor(whole / 3600), 'h'],
    [Math.floor((whole % 3600) / 60), 'm'],
    [whole % 60, 's'],
  ] as const
  return parts.filter(([amount]) => amount > 0).map(([amount, unit]) => `${amount}${unit}`)
}
