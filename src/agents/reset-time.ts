/**
 * How long a limit still lasts, from the text of its error: "try again in 1 hour 5 minutes", "retryDelay": "7s",
 * or a time on the local clock, "try again at Nov 16th, 2026 7:58 PM". Null when the text gives no time.
 */
export function delayIn(message: string, now: number = Date.now()): number | null {
  const amounts = new RegExp(`(?:again|retry) (?:in|after) ((?:${AMOUNT.source}[ ,]*(?:and )?)+)`, 'i').exec(message)
  const told = amounts?.[1] ?? /"retryDelay": ?"([^"]+)"/.exec(message)?.[1]
  return told === undefined ? untilIn(message, now) : added(told)
}

const AMOUNT = /(\d+(?:\.\d+)?) ?(ms|s|sec|seconds?|m|min|minutes?|h|hours?|d|days?)\b/
const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

function added(amounts: string): number | null {
  const parts = [...amounts.matchAll(new RegExp(AMOUNT, 'gi'))].map(([, amount, unit = 's']) => {
    const name = unit.toLowerCase()
    return Number(amount) * (UNITS[name === 'ms' ? name : name.slice(0, 1)] ?? 0)
  })
  return parts.length === 0 ? null : Math.ceil(parts.reduce((sum, each) => sum + each, 0))
}

const MINUTE = 60_000
const DAY = 86_400_000

function untilIn(message: string, now: number): number | null {
  const found = /again at (?:([A-Z][a-z]+ \d{1,2})(?:st|nd|rd|th)?,? (\d{4}),? )?(\d{1,2}:\d\d)(?: ?([AP]M)\b)?/i.exec(
    message,
  )
  if (!found) return null
  const [, day, year, hour, half = ''] = found
  const date = day === undefined ? new Date(now).toDateString() : `${day}, ${year}`
  const at = Date.parse(`${date} ${hour} ${half}`)
  if (Number.isNaN(at)) return null
  // The given minute starts before the limit is over.
  const wait = at + MINUTE - now
  return wait < 0 ? (day === undefined ? wait + DAY : 0) : wait
}
