import { NUMBER_WORDS } from '../../std/number-words.ts'
import { ownEntry } from '../../std/own-entry.ts'
import type { Relation } from '../criterion.ts'

/** "at least 80 %": found in a clause, with the text on both sides. */
export interface Comparison {
  readonly before: string
  readonly is: Relation
  readonly value: number
  /** As written, in lower case: "%", "ms", "kb"; null when there is none. */
  readonly unit: string | null
  readonly after: string
  /** The direction is missing: "coverage is 80 %". */
  readonly unsaid: boolean
}

// Longer phrases contain shorter ones ("no more than" contains "more than"), so the inclusive ones are tried first.
const relations: readonly (readonly [Relation, string])[] = [
  [
    'at_least',
    String.raw`>=|=>|≥|⩾|at least|at or (?:above|over)|at minimum|(?:greater|more|higher) than or equal(?: to)?|(?:no|not|never)(?: be)? (?:less|fewer|lower|smaller) than|(?:not|never)(?: be| drop| fall| go| get| dip)? (?:below|under)|a minimum(?: of)?|min(?:imum)?\.?(?: of)?|reach(?:es|ing)?|hits?|meets?|(?:doesn't|does not|do not|don't|must not|should not|never) (?:drop|fall|go|dip)s? (?:below|under)`,
  ],
  [
    'at_most',
    String.raw`<=|=<|≤|⩽|at most|at or (?:below|under)|at maximum|(?:less|lower|fewer|smaller) than or equal(?: to)?|(?:no|not|never)(?: be)? (?:more|greater|higher|larger|bigger|longer|over|above) than|(?:not|never)(?: be| go| get| rise)? (?:above|over|exceed(?:ing)?|beyond)|(?:doesn't|does not|do not|don't|must not|should not|cannot|can't|never) (?:exceed|go (?:above|over)|rise above)s?|up to|a maximum(?: of)?|max(?:imum)?\.?(?: of)?|within|not exceeding`,
  ],
  [
    'above',
    String.raw`>|(?:is )?(?:strictly )?(?:more|greater|higher|larger|bigger|better|longer) than|above|over|exceed(?:s|ing)?|beyond`,
  ],
  ['below', String.raw`<|(?:strictly )?(?:less|fewer|lower|smaller|shorter|faster) than|below|under|beneath`],
  ['equal', String.raw`(?<=\s)={1,3}(?=\s)|exactly|precisely|equals?(?: to)?`],
]

const WRITTEN_OUT = Object.keys(NUMBER_WORDS).join('|')
const NUMBER = String.raw`(-?\d+(?:,\d{3})+(?:\.\d+)?|-?\d+(?:[.,]\d+)?|\b(?:${WRITTEN_OUT})\b)`
const UNIT = String.raw`(\s?%|\s?(?:percent|per cent|pct|ms|msec|milliseconds?|secs?|seconds?|minutes?|mins?|hours?|kb|kib|mb|mib|gb|gib|kilobytes?|megabytes?|bytes?|s|m|h|k|b|x)(?![\w-]))?`
const OR_MORE = String.raw`(?:\s*(\+)(?!\w)|,?\s+(?:or|and)\s+(more|higher|above|better|greater|up|over|larger|upwards|less|fewer|lower|below|under|smaller|shorter))?`
const ALL_RELATIONS = relations.map(([, words]) => words.replace(/\((?!\?)/g, '(?:')).join('|')
const WITH_RELATION = new RegExp(
  String.raw`(?:^|(?<=[\s)\]%"'\x60\w]))\s*(?<![-=<>])(${ALL_RELATIONS})\s*(?:a |an |the )?(?:total |score |value |threshold )?(?:of )?(?<![\w.])${NUMBER}${UNIT}${OR_MORE}(?![\w/-]|\.\w)`,
  'i',
)
const BARE = new RegExp(String.raw`(?<![\w./:-])${NUMBER}${UNIT}${OR_MORE}(?![\w./:-])`, 'i')

/** The first comparison of a clause, or null. A bare number is one too, with `unsaid` direction. */
export function findComparison(clause: string): Comparison | null {
  const related = WITH_RELATION.exec(clause)
  if (related) {
    const [whole, words = '', number = '', unit, plus, or] = related
    const is = orMore(plus ?? or) ?? relationOf(words)
    return {
      ...around(clause, related.index, whole),
      is,
      value: numberFrom(number),
      unit: unitFrom(unit),
      unsaid: false,
    }
  }
  const bare = BARE.exec(clause)
  if (!bare) return null
  const [whole, number = '', unit, plus, or] = bare
  const is = orMore(plus ?? or)
  return {
    ...around(clause, bare.index, whole),
    is: is ?? 'equal',
    value: numberFrom(number),
    unit: unitFrom(unit),
    unsaid: is === null,
  }
}

const around = (clause: string, index: number, whole: string) => ({
  before: clause.slice(0, index).trim(),
  after: clause.slice(index + whole.length).trim(),
})

function relationOf(words: string): Relation {
  const found = relations.find(([, pattern]) => new RegExp(`^(?:${pattern})$`, 'i').test(words.trim()))
  return found?.[0] ?? 'equal'
}

function orMore(word: string | undefined): Relation | null {
  if (word === undefined) return null
  return /^(?:less|fewer|lower|below|under|smaller|shorter)$/i.test(word) ? 'at_most' : 'at_least'
}

function numberFrom(text: string): number {
  const word = ownEntry(NUMBER_WORDS, text.toLowerCase())
  if (word !== undefined) return word
  const thousands = /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text)
  return Number(thousands ? text.replaceAll(',', '') : text.replace(',', '.'))
}

const unitFrom = (unit: string | undefined): string | null => unit?.trim().toLowerCase() || null

export const isPercent = ({ unit }: Comparison): boolean => unit !== null && /^(?:%|percent|per cent|pct)$/.test(unit)

const seconds: readonly (readonly [RegExp, number])[] = [
  [/^(?:ms|msec|milliseconds?)$/, 0.001],
  [/^(?:s|secs?|seconds?)$/, 1],
  [/^(?:m|mins?|minutes?)$/, 60],
  [/^(?:h|hours?)$/, 3600],
]
const bytes: readonly (readonly [RegExp, number])[] = [
  [/^(?:b|bytes?)$/, 1],
  [/^(?:k|kb|kib|kilobytes?)$/, 1024],
  [/^(?:mb|mib|megabytes?)$/, 1024 ** 2],
  [/^(?:gb|gib)$/, 1024 ** 3],
]

const scaled = (units: typeof seconds, { unit, value }: Comparison): number | null => {
  const factor = units.find(([pattern]) => unit !== null && pattern.test(unit))?.[1]
  return factor === undefined ? null : Math.round(value * factor * 1000) / 1000
}

export const inSeconds = (comparison: Comparison): number | null => scaled(seconds, comparison)
export const inBytes = (comparison: Comparison): number | null => scaled(bytes, comparison)
