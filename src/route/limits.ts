import { NUMBER_WORDS } from '../std/number-words.ts'

/** What the loop may spend at most, as far as the words say. */
export interface SaidLimits {
  readonly iterations: number | null
  readonly minutes: number | null
  readonly usd: number | null
}

export interface WithoutLimits {
  readonly text: string
  readonly limits: SaidLimits
}

const NUMBERS: Readonly<Record<string, number>> = {
  ...NUMBER_WORDS,
  a: 1,
  an: 1,
  hundred: 100,
  dozen: 12,
  'a dozen': 12,
  'a couple of': 2,
  half: 0.5,
  'half a': 0.5,
  'half an': 0.5,
}

const WORD = Object.keys(NUMBERS)
  .sort((a, b) => b.length - a.length)
  .join('|')
const NUMBER = String.raw`(?:\d+(?:[.,]\d+)?|\b(?:${WORD})\b)`
const ROUND = String.raw`(?:iterations?|tries|try|attempts?|rounds?|turns?|cycles?|loops?|passes|times|runs)`
const OWN_ROUND = String.raw`(?:iterations?|tries|attempts?|rounds?|turns?|cycles?)`
const UNIT = String.raw`(?:hours?|hrs?|h|minutes?|mins?|m|seconds?|secs?|s|days?|d)(?![a-z])`
const SPAN = String.raw`(?:${NUMBER}\s*${UNIT}(?:\s*(?:and\s+)?(?:a half|${NUMBER}\s*${UNIT}))?)`
const MONEY = String.raw`(?:(?:us)?\$\s?\d+(?:[.,]\d+)?|${NUMBER}\s*(?:dollars?|usd|bucks?|cents?)\b)`
const MOST = String.raw`(?:at most|at the most|no more than|not more than|maximum(?: of)?|max(?:\.|imally)?(?: of)?|up to|within|under|limit(?:ed)?(?: (?:it|this|that|yourself))?(?: to| of|:)?|cap(?:ped)?(?: (?:it|this|that))?(?: at| of|:)?|only|(?:for )?no longer than|not longer than|less than|(?:stay |be |remain )?below)`

/** A bare amount is a limit when it stands alone between marks: "…, 3 tries". */
const SET_OFF = String.raw`(?<=[,;(]\s*)`
const LAST = String.raw`(?=\s*(?:$|[,;.!)\uE002]))`

const SPENT = String.raw`(?:over|up|done|used(?: up)?|gone|spent|reached|passed|pass|elapsed)`

const ROUNDS: readonly string[] = [
  String.raw`(?:for |with |in |do |use |give it |try )?${MOST}\s+(?:for )?(${NUMBER})\s+${ROUND}`,
  String.raw`(?:give|allow|you (?:have|get|'ve got)|it (?:has|gets)|we have)(?: it| yourself| this| only)?\s+(?:up to |at most )?(${NUMBER})\s+${ROUND}`,
  String.raw`(?:stop|give up|quit|bail(?: out)?|abort|end|fail)(?: (?:it|trying))? after\s+(?:at most )?(${NUMBER})\s+${ROUND}`,
  String.raw`(?:for |with |in )?(${NUMBER})\s+${ROUND}\s+(?:max(?:imum)?|at most|tops|at the most|or (?:less|fewer))`,
  String.raw`(?:for|with(?: a (?:limit|cap|budget|maximum) of)?|in)\s+(${NUMBER})\s+${OWN_ROUND}`,
  String.raw`(?:try|loop|iterate|repeat)\s+(${NUMBER})\s+times`,
  String.raw`(?:at most|maximum|max\.?|up to)\s+(\d+)`,
  String.raw`${SET_OFF}(${NUMBER})\s+${OWN_ROUND}${LAST}`,
  String.raw`(?:${MOST}\s+|(?<=\b(?:loop|iterate|try|repeat)\s+))(\d+)\s*x`,
  String.raw`(?:or |until |after |when |once )*(${NUMBER})\s+${ROUND} (?:are|have been|were) ${SPENT}`,
  String.raw`or after (${NUMBER})\s+${ROUND}`,
]
const SPANS: readonly string[] = [
  String.raw`(?:for |with |in )?${MOST}\s+(?:for )?(${SPAN})`,
  String.raw`for (?:the next |about |another |up to |at most |max |a maximum of )?(${SPAN})`,
  String.raw`(?:stop|give up|quit|bail(?: out)?|end)(?: it)? after\s+(${SPAN})`,
  String.raw`(?:time ?(?:limit|budget|box(?:ed)?)|timeout)(?: (?:of|is|to))?:?\s+(${SPAN})`,
  String.raw`(${SPAN})\s+(?:max(?:imum)?|at most|tops|limit|at the most)`,
  String.raw`(?:you (?:have|get|'ve got)|it (?:has|gets)|we have)(?: only)?\s+(?:up to |at most )?(${SPAN})`,
  String.raw`spend (?:at most |up to |no more than )?(${SPAN})(?: on (?:it|this))?`,
  String.raw`${SET_OFF}(${SPAN})${LAST}`,
  String.raw`(?:or |until |after |when |once )*(${SPAN}) (?:(?:are|have|is|has)(?: been)? )?${SPENT}`,
  String.raw`or after (${SPAN})`,
]
const SUMS: readonly string[] = [
  String.raw`(?:do not|don't|never|without) (?:spend(?:ing)?|cost(?:ing)?|us(?:e|ing)|burn(?:ing)?|exceed(?:ing)?|go(?:ing)? (?:over|above|beyond))(?: more than| over)?\s+(${MONEY})`,
  String.raw`(?:for |with |spend |spending |it may cost |costing )?${MOST}\s+(${MONEY})`,
  String.raw`(?:with |on )?(?:a )?(?:max(?:imum)? )?(?:budget|cost|spend|cost limit|budget limit)(?: (?:limit|cap))?(?: (?:of|is|at|to))?:?\s+(${MONEY})`,
  String.raw`(?:with |on )?(?:a )?(${MONEY})\s+(?:budget|max(?:imum)?|at most|tops|limit|cap)`,
  String.raw`${SET_OFF}(${MONEY})${LAST}`,
  String.raw`(?:the |total |its )*(?:costs?|spending|price|bill) (?:must|should|may|can|has to|have to|is|are) (?:not |never )?(?:stay |be |remain |exceed |go )?(?:below |under |above |over |more than |at most |limited to |capped at )?(${MONEY})`,
  String.raw`or (?:after )?(${MONEY})(?: (?:are|have been|is))? ${SPENT}`,
]

const FLAG = /(?:^|\s)--(max-iterations|iterations|timeout|max-cost)(?:\s+|=)(\S+)/g

/** Where a limit may stand: set off from the rest, or behind words that are about the loop itself. */
const BEFORE = String.raw`(^|[,;:(]\s*|\s-\s|[.!?]\s+|\s(?:and|but|with|then)\s+|\s(?=or\s)|,\s*(?:and|but|with|then|or)\s+)`
const AFTER = String.raw`(?=\s*(?:$|[,;:.!?)\uE002]|\s-\s|\b(?:and|but|until|till|to|or|on|in the background|please|total|overall|in total|at the latest|altogether)\b))`
const ABOUT_THE_LOOP =
  /^(?:(?:please|and|then|just|but)\s+)*(?:loop|iterate|try|retry|repeat|keep (?:on )?\w+ing|keep at it|go|continue|work|run it|run this|don't stop|do not stop|ralph (?:it|this|that)|until)\b|^(?:start|run|launch|kick off|spin up|begin|spawn|use)\s+(?:an?\s+|the\s+)?(?:[\w-]+\s+){0,3}(?:loop|ralph|agent-loop)\s+to\s+(?:fix|repair|resolve|refactor|migrate|clean|upgrade|improve|debug|remove)\b|\b(?:in the background|detached|unattended|externally)$/i

interface Kind {
  readonly patterns: readonly RegExp[]
  readonly value: (words: string) => number | null
  readonly limit: keyof SaidLimits
}

const compiled = (sources: readonly string[]): readonly RegExp[] =>
  sources.map(source => new RegExp(String.raw`(?<![\w$])${source}${AFTER}`, 'gi'))

const KINDS: readonly Kind[] = [
  { limit: 'iterations', patterns: compiled(ROUNDS), value: words => wholeOf(numberOf(words)) },
  { limit: 'usd', patterns: compiled(SUMS), value: dollarsOf },
  { limit: 'minutes', patterns: compiled(SPANS), value: minutesOf },
]

/** Takes limits out of a request. A number that belongs to the work ("retry at most 5 times") stays in it. */
export function takeLimits(said: string): WithoutLimits {
  const found: Record<keyof SaidLimits, number | null> = { iterations: null, minutes: null, usd: null }
  let text = said.replace(FLAG, (whole, name: string, value: string) => {
    const limit = name === 'timeout' ? 'minutes' : name === 'max-cost' ? 'usd' : 'iterations'
    const amount = limit === 'minutes' ? minutesOf(value) : wholeOrSum(limit, numberOf(value.replace(/^\$/, '')))
    if (amount === null) return whole
    found[limit] ??= amount
    return ' '
  })
  // A list of limits hides all but its first from the others; each round uncovers the next.
  for (let round = 0; round < 3; round++)
    for (const { limit, patterns, value } of KINDS)
      text = without(text, patterns, words => {
        const amount = found[limit] === null ? value(words) : null
        if (amount !== null) found[limit] = amount
        return amount !== null
      })
  text = bareList(text, found)
  return { text: tidied(text), limits: found }
}

/** "ralph this: retry uploads at most 5 times": behind the mark it is the work that is done again. */
const WORK_BEHIND_A_MARK =
  /:\s+(?:retry|repeat|try|run|go|continue|work)\s+(?!(?:it|this|that|until|again)\b)[^,;:.!?]*$/i
/** Nobody repairs something for an hour in the sense in which things are cached for one. */
const REPAIR =
  /^(?:(?:please|and|then|just)\s+)*(?:fix|repair|resolve|debug|refactor|migrate|upgrade|bump|port|convert|rename|clean|rewrite|improve|optimi[sz]e|stabili[sz]e)\b/i
const SET_OFF_BEFORE = new RegExp(`${BEFORE}$`, 'i')

function isAboutTheLoop(before: string, limit: string): boolean {
  if (SET_OFF_BEFORE.test(before)) return true
  const clause = lastClause(before)
  if (/^for\s/i.test(limit) && REPAIR.test(clause)) return true
  return ABOUT_THE_LOOP.test(clause) && !WORK_BEHIND_A_MARK.test(before)
}

function without(text: string, patterns: readonly RegExp[], take: (words: string) => boolean): string {
  for (const pattern of patterns)
    for (const match of text.matchAll(pattern)) {
      const before = text.slice(0, match.index)
      if (!isAboutTheLoop(before, match[0])) continue
      if (!take(match[1] ?? '')) continue
      return `${before.replace(/(?:[,;]|\s-|\s(?:and|but|with))\s*$/i, '')} ${LIMIT_MARK}${text.slice(match.index + match[0].length)}`
    }
  return text
}

/** Stands where a limit stood, so that "and $10" behind it is known to go on with the list. */
const LIMIT_MARK = '\uE002'
const LISTED = new RegExp(
  String.raw`${LIMIT_MARK}\s*(?:,|and|or|,\s*and)\s*(${MONEY}|${SPAN}|${NUMBER}\s+${OWN_ROUND})`,
  'i',
)

function bareList(text: string, found: Record<keyof SaidLimits, number | null>): string {
  let rest = text
  for (let match = LISTED.exec(rest); match !== null; match = LISTED.exec(rest)) {
    const words = match[1] ?? ''
    const limit = new RegExp(MONEY, 'i').test(words)
      ? 'usd'
      : new RegExp(OWN_ROUND, 'i').test(words)
        ? 'iterations'
        : 'minutes'
    const value = KINDS.find(kind => kind.limit === limit)?.value(words) ?? null
    found[limit] ??= value
    rest = rest.slice(0, match.index) + LIMIT_MARK + rest.slice(match.index + match[0].length)
  }
  return rest
}

const lastClause = (text: string): string =>
  text
    .trim()
    .split(/[,;:.!?]\s/)
    .at(-1)
    ?.trim() ?? ''

const tidied = (text: string): string =>
  text
    .replace(new RegExp(`\\(\\s*${LIMIT_MARK}\\s*\\)`, 'g'), ' ')
    .replace(new RegExp(`^\\s*${LIMIT_MARK}\\s*(?:[,:]|to\\b)?`), '')
    .replace(new RegExp(`\\s*${LIMIT_MARK}\\s*(?:total|overall|in total|at the latest|altogether)?`, 'gi'), ' ')
    .replace(/[^\S\n]{2,}/g, ' ')
    .replace(/\s+([,.;:!?)])(?=\s|$)/g, '$1')
    .replace(/,(?:\s*,)+/g, ',')
    .replace(/(?<=[\w)\uE001])([.!?;])[.!?](?=\s|$)/g, '$1')
    .trim()

function numberOf(words: string): number | null {
  const text = words.trim().toLowerCase()
  const digits = /^\d+(?:[.,]\d+)?/.exec(text)?.[0]
  if (digits !== undefined) return Number(digits.replace(',', '.'))
  const word = new RegExp(`^(?:${WORD})\\b`).exec(text)?.[0]
  return word === undefined ? null : (NUMBERS[word] ?? null)
}

const wholeOf = (value: number | null): number | null =>
  value !== null && Number.isInteger(value) && value > 0 ? value : null
const wholeOrSum = (limit: 'usd' | 'iterations', value: number | null): number | null =>
  limit === 'usd' ? (value !== null && value > 0 ? value : null) : wholeOf(value)

function dollarsOf(words: string): number | null {
  const amount = numberOf(words.replace(/^(?:us)?\$\s?/i, ''))
  return amount === null || amount <= 0 ? null : /cents?\b/i.test(words) ? amount / 100 : amount
}

const MINUTES: readonly (readonly [RegExp, number])[] = [
  [/^h/, 60],
  [/^m/, 1],
  [/^s/, 1 / 60],
  [/^d/, 1440],
]

function minutesOf(words: string): number | null {
  const parts = [
    ...words
      .toLowerCase()
      .matchAll(new RegExp(`(${NUMBER})\\s*(hours?|hrs?|h|minutes?|mins?|m|seconds?|secs?|s|days?|d)(?![a-z])`, 'g')),
  ]
  let sum = 0
  for (const [, amount = '', unit = ''] of parts)
    sum += (numberOf(amount) ?? Number.NaN) * (MINUTES.find(([pattern]) => pattern.test(unit))?.[1] ?? Number.NaN)
  const [, , lastUnit = ''] = parts.at(-1) ?? []
  if (/\band a half\b/i.test(words)) sum += 0.5 * (MINUTES.find(([pattern]) => pattern.test(lastUnit))?.[1] ?? 0)
  return Number.isFinite(sum) && sum > 0 ? sum : null
}
