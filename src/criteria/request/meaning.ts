import { measurable } from './completion.ts'
import { firstWord, isVerb } from './verbs.ts'

export interface Meant {
  readonly completion: string | null
  /** What a pronoun in the condition refers to, if the words before it say so. */
  readonly about: string | null
}

const BARE_VERDICT =
  /^(?:(?:it|that|this|everything|all)(?:'s| is| gets| turns| goes| comes back)?\s+)?(?:(?:all )?(green)|(pass(?:es|ing)?|succeeds?|works?)|(clean|happy|fixed))$/i
const PRONOUN = /^(they|it|these|those|this|that)(?:('re|'s)|\b)\s*(.+)$/i

/** Too broad for one command, and still no matter of opinion. */
const NONE_LEFT =
  /^(?:there (?:are|is) )?(?:no|zero|0)(?: more)? (?:errors?|failures?|warnings?|problems?|issues?)(?: left| remaining| remain)?$/i

/** Only code does these. */
const OF_CODE = /^(?:it|this|that) (?:compiles|builds|type-?checks|lints)\b/i

/** The condition in full: pronouns and bare verdicts get the subject that was mentioned before. */
export function meantBy(condition: string, task: string, spokenOf: string | null): Meant {
  const thing = thingOf(task) ?? spokenOf
  const [verdict, green, , clean] = BARE_VERDICT.exec(condition) ?? []
  if (verdict !== undefined && /^(?:everything|all)\b/i.test(condition)) return { completion: condition, about: null }
  if (verdict !== undefined && !/^(?:it|that|this)\b/i.test(condition)) {
    if (green !== undefined && (thing === null || isTests(thing))) return { completion: 'tests pass', about: thing }
    if (thing !== null)
      return {
        completion: `${thing} ${be(thing)} ${clean ?? green ?? 'passing'}`.replace(
          / (?:is|are) passing$/,
          isPlural(thing) ? ' pass' : ' passes',
        ),
        about: thing,
      }
    return { completion: null, about: null }
  }
  // "Make the tests pass, and keep trying until they do": the task says what is meant.
  if (/^(?:they|it) (?:do|does|are|is)$/i.test(condition)) return { completion: null, about: thing }
  const [, pronoun, contracted, rest = ''] = PRONOUN.exec(condition) ?? []
  if (pronoun === undefined)
    return {
      completion: measurable(condition) === 'no' && !NONE_LEFT.test(condition) ? null : condition,
      about: null,
    }
  if (thing === null) return { completion: OF_CODE.test(condition) ? condition : null, about: null }
  const full = `${thing} ${contracted === undefined ? '' : `${be(thing)} `}${rest}`
  return { completion: measurable(full) === 'no' ? null : full, about: thing }
}

const be = (thing: string): string => (isPlural(thing) ? 'are' : 'is')
const isTests = (thing: string): boolean => /\b(?:tests?|specs?|suite|failures?|everything)\b/i.test(thing)

/** The head of "the tests in src/auth" is "tests". */
function isPlural(thing: string): boolean {
  const head =
    thing
      .split(/\s(?:in|of|for|on|from|under|at|with|to)\s/)[0]
      ?.split(' ')
      .at(-1) ?? thing
  return /[^s]s$/i.test(head)
}

/** The object of a task: "fix the tests in src/auth" → "the tests in src/auth". */
function thingOf(task: string): string | null {
  const text = task.trim()
  const object = isVerb(firstWord(text)) ? text.slice(firstWord(text).length) : ''
  const thing =
    /^\s+(?:(?:on|up|down|through|at)\s+)?([\w./@ -]+?)(?:\s+(?:pass|green|work|clean|and\s.*)|,.*)?$/i.exec(
      object,
    )?.[1]
  return thing === undefined || thing.split(' ').length > 7 ? null : thing
}

const isTroubled = (thing: string): boolean =>
  isTests(thing) || /\b(?:errors?|warnings?|bugs?|problems?|issues?|lint)\b/i.test(thing)

/** The subject of a statement: "The tests in src/auth are failing" → "the tests in src/auth". */
export function subjectOf(statement: string): string | null {
  const had =
    /^(?:i|we|there|i've|we've)\s+(?:just\s+|still\s+)?(?:broke|have|had|got|see|are|is|get)\s+(?:got\s+)?(.+?)(?:\s+(?:with|after|since|because|when|again|now|here|due)\b.*)?$/i.exec(
      statement.trim(),
    )?.[1]
  if (had !== undefined && had.split(' ').length < 7 && isTroubled(had))
    return had.replace(/^(?:some|a (?:few|bunch|lot|couple) of)\s+/i, 'the ')
  const subject =
    /^(.+?)\s+(?:is|are|was|were|keeps?|complains?|reports?|shows?|hangs?|leaks?|throws?|has|have|needs?|won't|can't|fails?|failed|still|broke|breaks?|crash(?:es)?|do(?:es)?(?:n't| not))\b/i.exec(
      statement.trim(),
    )?.[1]
  if (
    subject === undefined ||
    subject.split(' ').length > 7 ||
    /^(?:it|this|that|i|we|you|he|she|they|there)$/i.test(subject)
  )
    return null
  return /^(?:The|All|My|Our|These|Those|Some|Every)\b/.test(subject)
    ? subject.charAt(0).toLowerCase() + subject.slice(1)
    : subject
}
