import { dollarsOf, MONEY, minutesOf, NUMBER, numberOf, OWN_ROUND, ROUND, SPAN } from './amounts.ts'
import { fromGerund } from './verbs.ts'

/** What the loop may spend at most, as far as the words say. */
export interface SaidLimits {
  readonly iterations: number | null
  readonly minutes: number | null
  readonly usd: number | null
}

interface WithoutLimits {
  readonly text: string
  readonly limits: SaidLimits
}

const MOST = String.raw`(?:at most|at the most|no more than|not more than|maximum(?: of)?|max(?:\.|imally)?(?: of)?|up to|within|under|limit(?:ed)?(?: (?:it|this|that|yourself))?(?: to| of|:)?|cap(?:ped)?(?: (?:it|this|that))?(?: at| of|:)?|only|(?:for )?no longer than|not longer than|less than|(?:stay |be |remain )?below)`

/** A bare amount is a limit when it stands alone between marks: "…, 3 tries". */
const SET_OFF = String.raw`(?<=[,;(]\s*)`
const LAST = String.raw`(?=\s*(?:$|[,;.!)\uE002]))`

const SPENT = String.raw`(?:over|up|done|used(?: up)?|gone|spent|reached|passed|pass|elapsed)`

const ROUNDS: readonly string[] = [
  String.raw`(?:for |with |in |do |use |give it |try )?${MOST}\s+(?:for )?(${NUMBER})\s+${ROUND}`,
  String.raw`(?:give|allow|you(?: have| get|'ve(?: got)?)|it (?:has|gets)|we have)(?: it| yourself| this| only)?\s+(?:up to |at most )?(${NUMBER})\s+${ROUND}`,
  String.raw`(?:take|make|use|have|do|need|run)\s+${MOST}\s+(${NUMBER})\s+${ROUND}`,
  String.raw`(?:stop|give up|quit|bail(?: out)?|abort|end|fail)(?: (?:it|trying))? after\s+(?:at most )?(${NUMBER})\s+${ROUND}`,
  String.raw`(?:for |with |in )?(${NUMBER})\s+${ROUND}\s+(?:max(?:imum)?|at most|tops|at the most|limit|cap|or (?:less|fewer))`,
  String.raw`(?:for|with(?: a (?:limit|cap|budget|maximum) of)?|in)\s+(${NUMBER})\s+${OWN_ROUND}`,
  String.raw`(?:try|loop|iterate|repeat)\s+(${NUMBER})\s+times`,
  String.raw`(?:at most|maximum|max\.?|up to)\s+(\d+)`,
  String.raw`${SET_OFF}(${NUMBER})\s+${OWN_ROUND}${LAST}`,
  String.raw`(?:${MOST}\s+|(?<=\b(?:loop|iterate|try|repeat)\s+))(\d+)\s*x`,
  String.raw`(?:or |until |after |when |once )*(${NUMBER})\s+${ROUND} (?:are|have been|were) ${SPENT}`,
  String.raw`or after (${NUMBER})\s+${ROUND}`,
  String.raw`(?:max(?:imum)?[\s_-]*)?(?:number of )?${OWN_ROUND}\s*(?:[:=]|is|to|=)?\s*(\d+)`,
]
const SPANS: readonly string[] = [
  String.raw`(?:for |with |in )?${MOST}\s+(?:for )?(${SPAN})`,
  String.raw`for (?:the next |about |another |up to |at most |max |a maximum of )?(${SPAN})`,
  String.raw`(?:stop|give up|quit|bail(?: out)?|end)(?: it)? after\s+(${SPAN})`,
  String.raw`(?:(?:with|in|on) )?(?:an? |the )?(?:time ?(?:limit|budget|box(?:ed)?)|timeout)(?: (?:of|is|to))?:?\s+(${SPAN})`,
  String.raw`(?:with |in |on )?(?:an? )?(${SPAN})\s+(?:max(?:imum)?|at most|tops|(?:time )?(?:limit|cap|budget|box)|timebox|at the most|or less)`,
  String.raw`(?:you(?: have| get|'ve(?: got)?)|it (?:has|gets)|we have)(?: only)?\s+(?:up to |at most )?(${SPAN})`,
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

/** Nothing counts tokens here; said as a limit it is still no part of the work or of its end. */
const TOKENS = new RegExp(
  String.raw`(?:[\s,;]*\(\s*|[,;]\s*(?:and |but )?|\s+(?=${MOST}\s)|\s+(?:with|and) (?:a )?)(?:(?:use |spend |using )?${MOST}|(?:token )?(?:budget|limit)(?: of|:)?|don't use more than)\s*(?:${NUMBER}|\d[\d.,]*)\s*(?:k|m|thousand|million)?\s*tokens(?:\s*\)|${LAST})`,
  'gi',
)
const FLAG = /(?:^|\s)--(max-iterations|iterations|timeout|max-cost)(?:\s+|=)(\S+)/g

/** Where a limit may stand: set off from the rest, or behind words that are about the loop itself. */
const BEFORE = String.raw`(^|\n\s*|[,;:(]\s*|\s-\s|[.!?]\s+|\s(?:and|but|with|then)\s+|\s(?=or\s)|,\s*(?:and|but|with|then|or)\s+)`
const AFTER = String.raw`(?=\s*(?:$|[,;:.!?)\uE002]|\s-\s|\b(?:and|but|until|till|to|at|or|on|in the background|please|total|overall|in total|at the latest|altogether|of(?=:)|[a-z]+ing)\b))`
const ABOUT_THE_LOOP =
  /^(?:(?:please|and|then|just|but|(?:you|we) (?:may|can|should|must))\s+)*(?:looping|iterating|retrying|loop|iterate|try|retry|repeat|keep (?:on )?\w+ing|keep at it|go|continue|work|run it|run this|don't stop|do not stop|ralph (?:it|this|that)|until)\b|^(?:start|run|launch|kick off|spin up|begin|spawn|use)\s+(?:an?\s+|the\s+)?(?:[\w-]+\s+){0,3}(?:loop|ralph|agent-loop)\s+to\s+(?:fix|repair|resolve|refactor|migrate|clean|upgrade|improve|debug|remove)\b|\b(?:in the background|detached|unattended|externally)$/i

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
  let text = said
    .replace(/,\s+(?=(?:tops|max|maximum|at most|at the most)\s*(?:$|[,;.!)]))/gi, ' ')
    .replace(TOKENS, ' ')
    .replace(FLAG, (whole, name: string, value: string) => {
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
  text = withoutAsides(bareList(text, found), found)
  return { text: tidied(text), limits: found }
}

/** "ralph this: retry uploads at most 5 times": behind the mark it is the work that is done again. */
const WORK_BEHIND_A_MARK =
  /:\s+(?:retry|repeat|try|run|go|continue|work)\s+(?!(?:it|this|that|until|again)\b)[^,;:.!?]*$/i
/** Nobody repairs something for an hour in the sense in which things are cached for one. */
const REPAIR =
  /^(?:(?:please|and|then|just)\s+)*(?:fix|repair|resolve|debug|refactor|migrate|upgrade|bump|port|convert|rename|clean|rewrite|improve|optimi[sz]e|stabili[sz]e)\b/i
const SET_OFF_BEFORE = new RegExp(`${BEFORE}$`, 'i')

/** "until the queue drains within 5 seconds": how fast it must be, and no verdict that one has to wait for. */
const HOW_FAST =
  /\b(?:until|till)\s(?![^,;.]*\b(?:pass(?:es|ing)?|green|clean|succeeds?|works?|happy|done|fixed|gone|errors?|warnings?|0|zero|\uE001)\s*$)[^,;.]*$/i
const SPEED =
  /^(?:within|under|below|(?:in )?less than|(?:in )?no more than|(?:in )?at most|in under)\s.*(?:second|sec|minute|min|hour|ms|\ds|\dm|\dh)/i

function isAboutTheLoop(before: string, limit: string): boolean {
  if (SPEED.test(limit) && HOW_FAST.test(before)) return false
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

/** What an aside that is a limit and nothing else consists of, beside the amount. */
const SMALL =
  /\b(?:you've|at|the|most|max|maximum|up|to|no|not|more|than|longer|limit|limited|cap|capped|budget|cost|costs|time|timebox|box|hard|soft|stop|stopping|end|quit|give|bail|out|after|for|in|with|a|an|of|is|are|be|been|it|this|that|you|your|you've|we|have|has|had|get|got|only|whichever|comes|first|or|spend|spending|spent|use|using|used|burn|burned|burnt|burning|total|overall|tops|please|should|may|can|within|under|below|less|altogether|latest|when|once|until|allowed|exceed|don't|do|go|over|beyond|roughly|about|around|say|whole|thing|just|then|so|there|if|not|still|takes?|needs?|lasts?|plenty|enough|suffice|fine|made|done|complete|full|call|day|move|on|wrap|attempts|if|costs|cost)\b/gi
const ASIDES = /(\s*(?:[,;()\n]|\s-\s|[.!?](?=\s|$)|:(?=\s)|\b(?:and|but|or|with)\b)\s*)/i
const AMOUNT = new RegExp(String.raw`(?<![\w$])(?:(${MONEY})|(${SPAN})|(${NUMBER})\s+${OWN_ROUND})(?![\w-])`, 'i')
/** "Done when it takes under a minute" is about the thing. */
const A_STATE = /\b(?:done|finished|complete|ready|success) (?:when|once|if) (?:it|this|that)\b/i
const FIRST = /^\s*(?:whichever|what ?ever) (?:comes|is|happens|occurs) (?:first|sooner|earlier)\s*$/i

/** "…, hard stop at 30 iterations": a part between two marks that says an amount and no word of the work. */
function withoutAsides(text: string, found: Record<keyof SaidLimits, number | null>): string {
  const parts = text.replace(/\b(max|maximum|limits?|budget|cap|timebox)\s*:\s*(?=\S)/gi, '$1 ').split(ASIDES)
  for (let at = 0; at < parts.length; at += 2) {
    const part = parts[at] ?? ''
    const [amount, money, span, rounds] = AMOUNT.exec(part) ?? []
    const isAside =
      amount !== undefined &&
      !A_STATE.test(part) &&
      /^[\s':=\uE002]*$/.test(part.replace(amount, '').replace(SMALL, ''))
    if (FIRST.test(part)) parts.splice(Math.max(0, at - 1), at === 0 ? 1 : 2, ...(at === 0 ? [''] : []))
    if (!isAside) continue
    const [limit, value] =
      money !== undefined
        ? (['usd', dollarsOf(money)] as const)
        : span !== undefined
          ? (['minutes', minutesOf(span)] as const)
          : (['iterations', wholeOf(numberOf(rounds ?? ''))] as const)
    if (value === null || found[limit] !== null) continue
    found[limit] = value
    parts[at] = LIMIT_MARK
    if (at > 0 && /^\s*(?:,|;|and|but|or|with|-)\s*$/i.test(parts[at - 1] ?? '')) parts[at - 1] = ' '
  }
  return parts.join('')
}

const lastClause = (text: string): string =>
  text
    .trim()
    .split(/[,;:.!?]\s/)
    .at(-1)
    ?.trim() ?? ''

const tidied = (text: string): string =>
  text
    .replace(new RegExp(`\\([\\s,;]*${LIMIT_MARK}[\\s,;${LIMIT_MARK}]*\\)`, 'g'), ' ')
    .replace(
      new RegExp(`^\\s*${LIMIT_MARK}\\s*(?:at\\s+|on\\s+)?(\\w+ing)\\b`, 'i'),
      (_, gerund: string) => fromGerund(gerund) ?? gerund,
    )
    .replace(new RegExp(`^\\s*${LIMIT_MARK}\\s*(?:(?:of)?[,:]|to\\b)?`), '')
    .replace(new RegExp(`\\s*${LIMIT_MARK}\\s*(?:total|overall|in total|at the latest|altogether)?`, 'gi'), ' ')
    .replace(/[^\S\n]{2,}/g, ' ')
    .replace(/\s+([,.;:!?)])(?=\s|$)/g, '$1')
    .replace(/,(?:\s*,)+/g, ',')
    .replace(/(?<=[\w)\uE001])([.!?;])(?:\s*[.!?;])+(?=\s|$)/g, '$1')
    .trim()

const wholeOf = (value: number | null): number | null =>
  value !== null && Number.isInteger(value) && value > 0 ? value : null
const wholeOrSum = (limit: 'usd' | 'iterations', value: number | null): number | null =>
  limit === 'usd' ? (value !== null && value > 0 ? value : null) : wholeOf(value)
