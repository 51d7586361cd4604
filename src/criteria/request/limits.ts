import { dollarsOf, MONEY, minutesOf, NUMBER, numberOf, ROUND, SPAN } from './amounts.ts'
import { isFunctionWords } from './function-words.ts'
import { firstWord, fromGerund, isRepair } from './verbs.ts'

/** The limits of the loop, as far as the words say. */
export interface SaidLimits {
  readonly iterations: number | null
  readonly minutes: number | null
  readonly usd: number | null
}

interface WithoutLimits {
  readonly text: string
  readonly limits: SaidLimits
}

type Found = Record<keyof SaidLimits, number | null>

const MOST = String.raw`(?:at (?:the )?most|(?:no|not) (?:more|longer) than|max(?:imum|imally)?(?: of)?|up to|within|under|below|less than|limit(?:ed)?(?: to| of)?|cap(?:ped)?(?: at| of)?|only)`
/** Tokens are not counted as a limit here, but such words are not part of the work either. */
const AMOUNT = String.raw`(?<![\w$])(?:(?<money>${MONEY})|(?<tokens>\d[\d.,]*\s*(?:k|m|thousand|million)?\s*tokens)|(?<span>${SPAN})|(?!an?\s+(?:loop|run)\b)(?<rounds>${NUMBER})(?:\s+${ROUND}|\s*x))(?![\w-])`
const ANY_AMOUNT = new RegExp(AMOUNT, 'i')
/** Words about spending, in addition to function words. */
const SPENDING =
  /\b(?:max|maximum|limit(?:ed)?|cap(?:ped)?|budget|costs?|time|timebox|timeout|box|hard|stop(?:ping)?|give|bail|quit|end|spend(?:ing)?|spent|us(?:e|ed|ing)|burn(?:ed|t)?|total|tops|latest|exceed|stay|plenty|yourself|iterating|longer|first|takes?|needs?|enough|made|reached|elapsed|passed|over|next|another|only|try|run|most|more|less|fewer|wrap|call|day)\b/gi
const FLAG = /(?:^|\s)--(max-iterations|iterations|timeout|max-cost)(?:\s+|=)(\S+)/g
/** Parts of a request: "…, hard stop at 30 iterations" is between two marks. */
const MARKS = /(\s*(?:[,;()\n]|\s-\s|[.!?](?=\s|$)|:(?=\s)|\b(?:and(?! a half)|but|or(?! less| fewer)|with)\b)\s*)/i
/** Inside a part, an amount must be bounded: "loop at most 3 times until tests pass". */
const BOUNDED = new RegExp(
  String.raw`(?:^|\s+)(?:(?:for )?${MOST}(?: for)?|for(?: the next| another| about)?|(?<=^(?:try|loop|iterate|repeat|retry)\s+))\s*${AMOUNT}(?:\s+(?:max|at most|tops|or less))?(?=\s*$|\s+(?:until|till|to|on|of|at|or|in the background|please)\b|\s+\w+ing\b)`,
  'i',
)
/** "within 5 seconds" says how fast something must be; no loop ends that soon. */
const SPEED = /\b(?:within|under|below|less than)\b.*(?:s|secs?|seconds?)$/i
const OF_THE_LOOP =
  /^(?:(?:please|then|just)\s+)*(?:(?:keep|until|don't|do not)\b|(?:loop|iterate|try|retry|repeat|go|continue|work|run (?:it|this))(?=$|\s(?:on|until|again)\b))|\b(?:ralph|(?:a|the|an \w+|agent|background|external) loop|in the background|detached|unattended)\b/i
/** "Done when it takes under a minute" is about the thing. */
const A_STATE = /^\s*(?:done|finished|complete|ready|success)\b/i
const FIRST = /^\s*what ?ever|^\s*whichever (?:comes|is|happens) (?:first|sooner|earlier)\s*$/i

/** Removes limits from a request. A number that belongs to the work ("retry at most 5 times") stays. */
export function takeLimits(said: string): WithoutLimits {
  const found: Found = { iterations: null, minutes: null, usd: null }
  const plain = said
    .replace(FLAG, (whole, name: string, value: string) => (flagged(name, value, found) ? ' ' : whole))
    .replace(/,\s+(?=(?:tops|max|maximum|at (?:the )?most)\s*(?:$|[,;.!)]))/gi, ' ')
    .replace(/\bmax\.(?=\s)/gi, 'max')
    .replace(
      /\b(?:max(?:imum)?[\s_-]*)?(?:number of )?(iterations|attempts|rounds|turns)\s*[:=]?\s*(\d+)\b/gi,
      'max $2 $1',
    )
    .replace(/\b(max|maximum|limits?|budget|cap|cost|timebox|timeout)\s*:\s*(?=\S)/gi, '$1 ')
    .replace(/\b(max|at most|up to) (\d+)(?=\s*(?:$|[,;.!):\n]))/gi, '$1 $2 rounds')
  const parts = plain.split(MARKS)
  for (let at = 0; at < parts.length; at += 2) {
    const left = withoutLimit(parts[at] ?? '', found)
    if (left === parts[at]) continue
    parts[at] = left
    if (left === '' && at > 0 && /^\s*(?:[,;.-]|and|but|or|with)\s*$/i.test(parts[at - 1] ?? '')) parts[at - 1] = ' '
  }
  return { text: tidied(parts.join('')), limits: found }
}

/** A part of a request without its limit; empty when it contains nothing else. */
function withoutLimit(part: string, found: Found): string {
  if (FIRST.test(part)) return ''
  const amount = ANY_AMOUNT.exec(part)
  if (amount === null || A_STATE.test(part)) return part
  const aside = part.replace(amount[0], ' ')
  if (isFunctionWords(aside.replace(SPENDING, ' '))) return take(amount, found) ? '' : part
  const bounded = BOUNDED.exec(part)
  const [before, after] =
    bounded === null ? ['', ''] : [part.slice(0, bounded.index), part.slice(bounded.index + bounded[0].length)]
  if (bounded !== null && isAboutLoop(before, bounded[0]) && take(bounded, found))
    return `${isFunctionWords(before.replace(SPENDING, ' ')) ? '' : before} ${ungerunded(after)}`.trim()
  return part
}

function isAboutLoop(before: string, limit: string): boolean {
  if (isFunctionWords(before.replace(SPENDING, ' '))) return true
  if (/\b(?:until|till)\b/i.test(before) && SPEED.test(limit)) return false
  return OF_THE_LOOP.test(before) || (/^\s*for\s/i.test(limit) && isRepair(firstWord(before)))
}

/** "(spend two hours) fixing the tests" → fix the tests; "(you have an hour) to fix them" → fix them. */
const ungerunded = (after: string): string =>
  after.replace(/^\s*(?:(?:to|of|on|at)\s+)?(\w+ing)\b/i, (whole, gerund: string) => fromGerund(gerund) ?? whole)

function take({ groups = {} }: RegExpExecArray, found: Found): boolean {
  const { money, tokens, span, rounds } = groups
  if (tokens !== undefined) return true
  const [limit, value] =
    money !== undefined
      ? (['usd', dollarsOf(money)] as const)
      : span !== undefined
        ? (['minutes', minutesOf(span)] as const)
        : (['iterations', wholeOf(numberOf(rounds ?? ''))] as const)
  return record(limit, value, found)
}

function flagged(name: string, value: string, found: Found): boolean {
  if (name === 'timeout') return record('minutes', minutesOf(value), found)
  const amount = numberOf(value.replace(/^\$/, ''))
  return name === 'max-cost'
    ? record('usd', amount === 0 ? null : amount, found)
    : record('iterations', wholeOf(amount), found)
}

function record(limit: keyof SaidLimits, value: number | null, found: Found): boolean {
  if (value === null || found[limit] !== null) return false
  found[limit] = value
  return true
}

const wholeOf = (value: number | null): number | null =>
  value !== null && Number.isInteger(value) && value > 0 ? value : null

const tidied = (text: string): string =>
  text
    .replace(/(?<=^|\s)\([\s,;]*\)/g, ' ')
    .replace(/^[\s,;:.]+(?:to\b)?/, '')
    .replace(/[^\S\n]{2,}/g, ' ')
    .replace(/\s+([,.;:!?)])(?=\s|$)/g, '$1')
    .replace(/,(?:\s*,)+/g, ',')
    .replace(/(?<=[\w)\uE001])([.!?;])(?:\s*[.!?;])+(?=\s|$)/g, '$1')
    .trim()
