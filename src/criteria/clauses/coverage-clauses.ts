import { fail } from '../../std/result.ts'
import type { Measure, Relation } from '../criterion.ts'
import { bound, type Reader, read, unreadable } from '../reading.ts'
import { type Comparison, findComparison } from './comparison.ts'

/** "branch coverage > 75%", "at least 80% test coverage", "coverage does not drop". */
export const readCoverage: Reader = (clause, commands) => {
  const kindAlone =
    /^(?:lines?|branch(?:es)?|functions?|statements?)\s*(?:[<>≥≤]|is |are |at |above |over |below )/i.test(clause) &&
    /%/.test(clause)
  if (!kindAlone && !/\b(?:coverage|covered)\b/i.test(clause)) return null
  const direction = directionOf(clause)
  const threshold = direction ? null : thresholdOf(clause)
  if (!direction && !threshold) return null
  if (threshold?.place) return fail(unreadable(clause, { code: 'coverage-of-part', part: threshold.place }))
  const command = bound('coverage', commands, clause)
  if (!command.ok) return command
  const measure: Measure = { kind: 'coverage', of: kindOf(clause), report: null }
  const facts = {
    kind: 'output_threshold',
    command: command.value,
    measure,
    unit: 'percent',
    every: false,
    said: clause,
  } as const
  if (direction) return read({ ...facts, is: direction, value: 'baseline' })
  return threshold ? read({ ...facts, is: threshold.is, value: threshold.value }) : null
}

const WHAT = String.raw`(?:(?:the|our|my|its|overall|total|global|code|test|tests|unit|unit[- ]test|integration|lines?|branch(?:es)?|functions?|statements?|project|min(?:imum)?|average|combined|measured|reported|full|comprehensive|thorough|complete|good|of)\s+)*(?:test )?coverage(?: (?:report|summary|percentage|rate|score|level|of (?:lines?|branch(?:es)?|functions?|statements?)|for (?:lines?|branch(?:es)?|functions?|statements?)))?(?:\s*\((?:lines?|branch(?:es)?|functions?|statements?)\))?`
const IS = String.raw`(?:\s*[:,]|\s+(?:is|are|be|must be|should be|must|should|stays?|remains?|shows?|reports?|says|of|at|has|reads|needs to be|has to be|will be|increased?s? to|rises? to|goes? up to|gets? to|to|kept|keeps?|measured|for all files|across the project|now|still|which|that|a|coverage))*`
const SUBJECT = new RegExp(String.raw`^${WHAT}${IS}$`, 'i')
const OBJECT = new RegExp(
  String.raw`^(?:of )?${WHAT}(?:\s+(?:is|are))?(?:\s+(?:reached|required|achieved|overall|in total|or better))?$|^of (?:the )?(?:code|lines|branches|functions|statements)(?: (?:is|are))? covered(?: by tests)?$|^(?:of (?:the )?)?(?:lines?|branch(?:es)?|functions?|statements?|code) (?:are |is )?covered$`,
  'i',
)
const TAIL =
  /^(?:(?:of |for |on )?(?:all )?(?:lines?|branch(?:es)?|functions?|statements?)|overall|in total|total|everywhere|for all files|for every file|across the (?:project|board|codebase)|\((?:lines?|branch(?:es)?|functions?|statements?)\))?$/i
const SCOPED =
  /\b(?:coverage (?:of|for|in|on)|covered in)\s+(?!(?:at least|more|above|over|all|lines?|branch|functions?|statements?|\d|>|<|≥))(?:the\s+)?([\w./*@-]+)/i

function thresholdOf(clause: string): { is: Relation; value: number; place: string | null } | null {
  if (/^(?:full|100 ?%|complete) (?:test |code |line |branch )?coverage(?: is reached)?$/i.test(clause))
    return { is: 'at_least', value: 100, place: null }
  const comparison = findComparison(clause)
  if (!comparison) return null
  const place = SCOPED.exec(clause)?.[1] ?? /^(?:in|for|of|on|under)\s+(\S+)$/i.exec(comparison.after)?.[1] ?? null
  const scope = place && /[/.]|^src$|^lib$|^app$|module$/.test(place) ? place : null
  const alone =
    /^(?:lines?|branch(?:es)?|functions?|statements?)(?: (?:is|are))?$/i.test(comparison.before) &&
    comparison.after === ''
  const about =
    alone ||
    (SUBJECT.test(comparison.before) && TAIL.test(comparison.after)) ||
    (/^(?:there is|has|have|with|we have|achieve|reach|get)?$/i.test(comparison.before) &&
      OBJECT.test(comparison.after))
  if (!about && !scope) return null
  return { is: relationIn(comparison), value: comparison.value, place: scope }
}

/** "coverage is 90 %" is meant as a minimum: nobody wants to fail at 91. */
const relationIn = ({ unsaid, is, before }: Comparison): Relation =>
  unsaid && !/exactly/i.test(before) ? 'at_least' : is

const UP =
  /\bcoverage(?: \w+)?(?: must| should| has to| needs to)? (?:increase|improve|rise|grow|go up|goes up|get better|gets better|is (?:higher|better|up|increased|improved)|be (?:higher|better)|went up|has (?:increased|improved|risen))s?(?: (?:than|from|over|since|compared) .+| than before| again)?$|^(?:increased?|higher|improved?|more|better|raise) (?:test |code |line |branch )*coverage(?: than (?:before|now))?$/i
const KEPT =
  /\bcoverage(?: \w+)? (?:(?:does not|doesn't|must not|should not|never|may not|not|won't|did not) (?:drop|decrease|fall|go down|goes down|get worse|regress|decline|shrink|sink)s?|(?:stays|remains|is) (?:the same|at least (?:the same|as high)|unchanged|no (?:lower|worse))|is (?:not lower|maintained|preserved|kept)|stays? (?:up|stable))(?: .{0,30})?$|^no (?:drop|decrease|loss|regression|decline) in (?:test |code )?coverage$|^(?:the same|no less|not less|no lower) (?:test |code )?coverage/i

function directionOf(clause: string): Relation | null {
  if (/\d/.test(clause)) return null
  return KEPT.test(clause) ? 'at_least' : UP.test(clause) ? 'above' : null
}

export function kindOf(text: string): Extract<Measure, { kind: 'coverage' }>['of'] {
  if (/\bbranch/i.test(text)) return 'branches'
  if (/\bfunction/i.test(text)) return 'functions'
  if (/\bstatement/i.test(text)) return 'statements'
  return /\blines?\b/i.test(text) ? 'lines' : 'any'
}

/** Whether a command is one that measures coverage, by its own words. */
export const measuresCoverage = (command: string): boolean =>
  /\b(?:cov|coverage|nyc|c8|tarpaulin|llvm-cov|lcov|kcov|jacoco\w*|coverprofile|cover)\b/i.test(command)
