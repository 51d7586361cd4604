import { kindOf } from '../../../tools/protection/kind-of.ts'
import { languageOf } from '../../../tools/syntax/language.ts'
import { pathsIn } from './paths-in.ts'

const WRONG = '(?:wrong|incorrect|outdated|stale|mistaken|obsolete|false|bad|faulty)'
/** What a test consists of, in one word. A "result" or an "output" is what the code makes, unless it is expected. */
const PART =
  '(?:rows?|(?:test )?cases?|entr(?:y|ies)|lines?|values?|numbers?|expectations?|expected \\w+|assert(?:ion)?s?|examples?|snippets?|doctests?|records?|tuples?|vectors?|inputs?|data|fixtures?|tests?)'
/** Up to the end of a sentence; a dot inside of a name ends none. */
const WORDS = '(?:[^.;:!?\\n]|[.:](?=[\\w:]))'
const VERB = '(?:fix|correct|update|adjust|change|edit|replace|repair)'

/** "The row for 1.7rc2 in TestCompare is wrong". */
const IS_WRONG = new RegExp(
  `(?<=^|[.;!?\\n]\\s{0,20})(?<where>${WORDS}{0,80}?\\b(?<part>${PART})\\b${WORDS}{0,160}?)\\s(?:(?:is|are|looks?|seems?)\\s(?:\\w+\\s)?${WRONG}|(?:shows?|prints?|gives?|has|have|displays?|lists?|contains?)\\s(?:an?\\s|the\\s|some\\s)?(?:${WRONG}\\s(?:outputs?|results?|values?|numbers?)|typos?|mistakes?|errors?))\\b`,
  'gi',
)
/** "TestCompare has a wrong row". */
const HAS_WRONG = new RegExp(
  `(?<=^|[.;!?\\n]\\s{0,20})(?<where>${WORDS}{1,120}?)\\s(?:has|have|contains?|lists?|holds?)\\s(?:an?|the|one|some|two)?\\s?${WRONG}\\s(?:\\w+\\s)?(?<part>${PART})\\b${WORDS}{0,160}`,
  'gi',
)
/** "Correct the wrong row for 1.7rc2 in TestCompare". */
const CORRECT_WRONG = new RegExp(
  `(?<=^|[.;:,!?\\n]\\s{0,20}|\\b(?:and|then|please)\\s)${VERB}\\s(?:the|that|this|an?|all)?\\s?${WRONG}\\s(?:\\w+\\s)?(?<part>${PART})\\b(?<where>(?:[^.;:,!?\\n]|[.:](?=[\\w:])){0,160})`,
  'gi',
)

/**
 * A task in which a part of a test is wrong and to be corrected, in the words for a test that is wrong: "the row for 1.7rc2 in
 * TestCompare (a_test.go) is wrong: it is lower. Correct the row" asks to correct the wrong expected value in a_test.go.
 */
export function withWrongParts(task: string): string {
  const direct = task.replace(CORRECT_WRONG, (order: string, ...rest: unknown[]) => {
    const { part = '', where = '' } = rest.at(-1) as Record<string, string>
    return orderFor(part, where) ?? order
  })
  return [IS_WRONG, HAS_WRONG].reduce((text, statement) => {
    const found = [...text.matchAll(statement)].at(0)
    const { part = '', where = '' } = found?.groups ?? {}
    if (found === undefined) return text
    const end = found.index + found[0].length
    const order = orderFor(part, statement === HAS_WRONG ? ` in ${where}` : where)
    const rest = order === null ? withPlace(text.slice(end), part) : withOrder(text.slice(end), part, order)
    return text.slice(0, end) + rest
  }, direct)
}

/** "The expectation in its last line is wrong. Please correct that in a_test.py": the order names the file. */
const withPlace = (text: string, part: string): string =>
  /^(?:expect|assert)/i.test(part)
    ? text.replace(
        PLACED,
        (said, before: string, path: string) => before + (orderFor(part, ` in ${path}`) ?? said.slice(before.length)),
      )
    : text

const PLACED = new RegExp(
  `((?:^|[.;:,!?\\n–—-]|\\b(?:and|so|then))\\s*(?:please\\s)?)${VERB}\\s(?:it|them|that|this|the\\s(?:expected\\s)?\\w+)\\sin\\s(?:the\\s)?["'\`]?([\\w./-]+\\.\\w+)["'\`]?`,
  'i',
)

/** Other words for a part of a test, of which the task said before that it is wrong. */
const ANY_PART = 'expectation|expected (?:value|result|output)|assertion|assert|test(?: case)?'

/** The text after the statement: "correct the row" anywhere in it, or "correct it" at once. */
function withOrder(text: string, part: string, order: string): string {
  const noun = (part.split(' ').at(-1) ?? part).replace(/(?:ies|y|s)$/i, '')
  const named = new RegExp(
    `((?:^|[.;:,!?\\n–—-]|\\b(?:and|so|then))\\s*(?:please\\s)?)${VERB}\\s(?:the|that|this|these|those)\\s(?:${WRONG}\\s|test\\s|expected\\s)?(?:${noun}|${ANY_PART})(?:s|y|ies)?(?=\\s*(?:$|[.;,!?\\n])|\\s(?:to|so|there|accordingly|and)\\b|\\sin\\s(?:the|that|this)\\s(?:test|file)\\b)`,
    'i',
  )
  const pronoun = new RegExp(
    `^(\\s*[,;.:–—-]*\\s*(?:(?:and|so|please)\\s)*)${VERB}\\s(?:it|them|that|this)(?=\\s*(?:$|[.;,!?\\n]))`,
    'i',
  )
  return text.replace(named.test(text) ? named : pronoun, (_, before: string) => `${before}${order}`)
}

const IN_A_TEST =
  /\b(?:in|inside|within|of)\s(?:the\s|our\s)?(?:\S+\s)?(?:tests?|specs?|test\s(?:suite|file|table|data))(?=\s*(?:$|[("'`]))|\b(?:in|inside|within)\s(?:the\s)?(?:test\s|function\s|table\sof\s)?["'`]?(?:Test[A-Z_]\w*|test_\w+|[A-Z]\w*(?:Tests?|Spec))\b/

/** Null when the part is of no test. */
function orderFor(part: string, where: string): string | null {
  const paths = pathsIn(where)
  const isMeant = (path: string): boolean =>
    ['test', 'snapshot'].includes(kindOf(path) ?? '') ||
    (/^(?:example|snippet|doctest)/i.test(part) && /\.(?:mdx?|rst|txt|adoc)$/i.test(path))
  // "The example of jaro in src/lib.rs has a typo": of source, only its examples.
  if (paths.length > 0 && /^(?:example|snippet|doctest)/i.test(part) && paths.every(isPlainSource))
    return paths.map(path => `correct the wrong example in ${path}`).join('; ')
  if (paths.length > 0)
    return paths.every(isMeant) ? paths.map(path => `correct the wrong expected value in ${path}`).join('; ') : null
  return IN_A_TEST.test(where) ? 'correct the wrong tests' : null
}

const isPlainSource = (path: string): boolean => kindOf(path) === null && languageOf(path) !== null
