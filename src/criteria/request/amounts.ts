import { NUMBER_WORDS } from '../../std/number-words.ts'

const NUMBERS: Readonly<Record<string, number>> = {
  ...NUMBER_WORDS,
  seventy: 70,
  eighty: 80,
  a: 1,
  an: 1,
  hundred: 100,
  dozen: 12,
  'a dozen': 12,
  'a couple of': 2,
  'a few': 3,
  half: 0.5,
  'a quarter of an': 0.25,
  'quarter of an': 0.25,
  'three quarters of an': 0.75,
  'half a': 0.5,
  'half an': 0.5,
}

const WORD = Object.keys(NUMBERS)
  .sort((a, b) => b.length - a.length)
  .join('|')
const TENS = 'twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety'
const ONES = 'one|two|three|four|five|six|seven|eight|nine'
export const NUMBER = String.raw`(?:\d+(?:[.,]\d+)?|\b(?:(?:${TENS})[\s-](?:${ONES})|(?:${ONES}) hundred|${WORD})\b)`
export const ROUND = String.raw`(?:iterations?|iters?|shots?|goes|tries|try|attempts?|rounds?|turns?|cycles?|loops?|passes|times|runs)`
const UNIT = String.raw`(?:hours?|hrs?|h|minutes?|mins?|m|seconds?|secs?|s|days?|d)(?![a-z])`
export const SPAN = String.raw`(?:${NUMBER}(?:\s+and a half)?[\s-]*${UNIT}(?:\s*(?:and\s+)?(?:a half|${NUMBER}\s*${UNIT}))?)`
// Euros and pounds are worth more than dollars: the same number of dollars is the stricter limit.
export const MONEY = String.raw`(?:(?:us)?[$€£]\s?\d+(?:[.,]\d+)?|${NUMBER}\s*(?:(?:dollars?|usd|bucks?|euros?|eur|pounds?|gbp)\b(?:\s*(?:and\s+)?${NUMBER}(?:\s*cents?)?\b)?|cents?\b|[€£](?!\w)))`

export function numberOf(words: string): number | null {
  const text = words.trim().toLowerCase()
  const digits = /^\d+(?:[.,]\d+)?/.exec(text)?.[0]
  if (digits !== undefined) return Number(digits.replace(',', '.'))
  const [, tens = '', ones = ''] = new RegExp(`^(${TENS})[\\s-](${ONES})\\b`).exec(text) ?? []
  if (tens !== '') return (NUMBERS[tens] ?? 0) + (NUMBERS[ones] ?? 0)
  const hundreds = new RegExp(`^(${ONES}) hundred\\b`).exec(text)?.[1]
  if (hundreds !== undefined) return 100 * (NUMBERS[hundreds] ?? 0)
  const word = new RegExp(`^(?:${WORD})\\b`).exec(text)?.[0]
  return word === undefined ? null : (NUMBERS[word] ?? null)
}

export function dollarsOf(words: string): number | null {
  const bare = words.replace(/^(?:us)?[$€£]\s?/i, '')
  const amount = numberOf(bare)
  if (amount === null || amount <= 0) return null
  const cents = /^[\w.,]+\s*[a-z]+\s*(?:and\s+)?(.+)$/i.exec(bare)?.[1]
  if (/^[\w.,]+\s*cents?\b/i.test(bare)) return amount / 100
  return amount + (cents === undefined ? 0 : (numberOf(cents) ?? 0) / 100)
}

const MINUTES: readonly (readonly [RegExp, number])[] = [
  [/^h/, 60],
  [/^m/, 1],
  [/^s/, 1 / 60],
  [/^d/, 1440],
]

export function minutesOf(words: string): number | null {
  const parts = [
    ...words
      .toLowerCase()
      .matchAll(
        new RegExp(
          `(${NUMBER})(?:\\s+and a half)?[\\s-]*(hours?|hrs?|h|minutes?|mins?|m|seconds?|secs?|s|days?|d)(?![a-z])`,
          'g',
        ),
      ),
  ]
  let sum = 0
  for (const [, amount = '', unit = ''] of parts)
    sum += (numberOf(amount) ?? Number.NaN) * (MINUTES.find(([pattern]) => pattern.test(unit))?.[1] ?? Number.NaN)
  const [, , lastUnit = ''] = parts.at(-1) ?? []
  if (/\band a half\b/i.test(words)) sum += 0.5 * (MINUTES.find(([pattern]) => pattern.test(lastUnit))?.[1] ?? 0)
  return Number.isFinite(sum) && sum > 0 ? sum : null
}
