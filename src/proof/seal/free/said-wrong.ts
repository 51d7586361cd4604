import { kindOf } from '../../../tools/protection/kind-of.ts'
import { isCompared } from '../reach/data-files.ts'
import { pathsIn } from './paths-in.ts'

const WRONG =
  "(?:wrong|incorrect|outdated|stale|mistaken|obsolete|faulty|inaccurate|bogus|not (?:right|correct)|(?:isn|aren)['’]t (?:right|correct))"
const FLAW = '(?:mistakes?|typos?|bugs?|errors?|slips?)'
/** A noun or a name that certainly belongs to a test. */
const OF_TEST =
  '(?:(?:unit )?tests?(?: cases?| files?)?|specs?|expectations?|expected (?:values?|results?|outputs?|strings?|numbers?|texts?|lines?|widths?|files?)|assert(?:ion)?s?|snapshots?|baselines?|golden(?: files?)?|doctests?|test_\\w+|Test[A-Z_]\\w*)'
/** The end of a noun phrase, so that the noun before it is not an adjective of another noun. */
const ENDS =
  '(?=\\s*(?:$|[,:()"\'`])|\\s(?:in|of|for|at|from|named|called|about|that|which|is|are|was|has|here|there|and|now)\\b)'
const START = '^(?:the|this|that|our|my|your|its|one|an?|these|those)?\\s?'
const FILE = '["`\']?(?<path>[\\w./-]+\\.\\w+)["`\']?'

/** "The width test is wrong", "the expectation in its last line looks incorrect". */
const IS_WRONG = new RegExp(
  `^(?<subject>.{1,160}?)\\s(?:(?:is|are|was|were|looks?|seems?|appears?)\\s(?:\\w+\\s)?)?${WRONG}\\b`,
  'i',
)
const HEAD = new RegExp(
  `${START}(?:(?!(?:in|of|for|at|from|on|with|by)\\s)[\\w'’"\`.()$-]+\\s){0,3}?${OF_TEST}${ENDS}`,
  'i',
)
const PATH_HEAD = new RegExp(`${START}(?:file\\s)?${FILE}$`, 'i')
/** Words that do not occur in a noun phrase: the sentence says that something else is wrong. */
const SENTENCE =
  /\b(?:shows?|says?|said|proves?|reports?|complains?|claims?|finds?|reveals?|detects?|fails?|failing|because|expects?|returns?|prints?|gives?|users|people|customers)\b|\bthat (?!is|are|was)/i
/** "Test_width has a wrong expectation", "test/a.test.js contains a mistake". */
const HAS_WRONG = new RegExp(
  `^(?<subject>.{1,160}?)\\s(?:has|have|contains?|with)\\s(?:an?|the|one|some|two)?\\s?(?:${WRONG}\\s(?:[\\w-]+\\s)?(?<thing>${OF_TEST})${ENDS}|${FLAW}\\b)`,
  'i',
)
/** "There is a mistake in TestWidth", "the mistake is in the spec". */
const FLAW_IN = new RegExp(
  `\\b(?:${FLAW}|${WRONG}\\s(?:values?|numbers?|lines?|rows?|entry|entries))\\s(?:is\\s)?(?:in|inside|of)\\s(?:the\\s|our\\s)?(?:\\w+\\s)?(?:${OF_TEST}${ENDS}|${FILE})`,
  'i',
)
/** "Fix the wrong assertion", "wrong expectation in test_width". */
const WRONG_THING = new RegExp(
  `^(?:(?:please\\s)?(?:fix|correct|repair|adjust|update|change)\\s)?(?:the|a|an|this|that)?\\s?${WRONG}\\s(?:[\\w-]+\\s)?${OF_TEST}${ENDS}`,
  'i',
)
/** "Test_width asserts the wrong value", "the spec expects 20 instead of 10". */
const SAYS_WRONG = new RegExp(
  `^(?<subject>.{1,120}?)\\s(?:still\\s|currently\\s)?(?:expects?|asserts?|checks?(?: for)?|wants?|compares? with)\\s(?:(?:the|an?)\\s${WRONG}\\s|[^,]{1,60}\\sinstead of\\s)`,
  'i',
)
const ITSELF = new RegExp(
  `\\b(?:it is|it['’]s)\\s(?:the|this|our)\\s(?:\\w+\\s)?${OF_TEST}\\s(?:that|which)\\s(?:is|are)\\s${WRONG}\\b`,
  'i',
)

const CODE =
  '(?:code|implementation|library|lib|package|module|function|method|program|parser|source|product|behaviou?r)'
const CODE_IS_RIGHT = new RegExp(
  `\\b(?:${CODE}|[a-z_$][\\w$.]*(?:\\(\\))?)\\s(?:itself\\s)?(?:(?:is|are)\\s(?:right|correct|fine|ok|okay|good)|(?:works|behaves)\\s(?:fine|correctly|as\\s\\w+))\\b`,
  'i',
)
/** "Our code is right, the test isn't." */
const TEST_IS_NOT = new RegExp(
  `^(?:but\\s|and\\s)?(?:the|our|this)\\s(?:\\w+\\s)?${OF_TEST}\\s(?:(?:isn|aren)['’]t|(?:is|are)\\snot)$`,
  'i',
)
const CODE_IS_WRONG = new RegExp(
  `\\b(?:${CODE}|(?<!expected )(?:results?|outputs?|messages?))\\s(?:\\w+\\s)?(?:is|are|looks?|seems?)\\s(?:\\w+\\s)?${WRONG}\\b|\\b(?:test|spec)s?\\s(?:is|are)\\s(?:right|correct|fine|ok|okay)\\b|\\b(?:test|spec)s?\\s(?:is|are)\\snot\\swrong\\b|,\\s?the\\s${CODE}\\sis\\s*$|\\bhas a bug\\b`,
  'i',
)

const ORDER =
  /^(?:(?:so|and|then|just|please|kindly|can you|could you|now|also|we should|you should)\s){0,4}(?:fix|correct|repair|adjust|update|change|amend|edit)\s(?<object>.{1,120})$/i
const PRONOUN = /^(?:it|that|this|them)(?:\s(?:please|accordingly|there|too))?$/i
const OBJECT = new RegExp(
  `^(?:(?:the|this|that|these|those|its|all|both)\\s)?(?:${WRONG}\\s)?(?:[\\w'’-]+\\s)?(?:${OF_TEST}|values?|numbers?|rows?|lines?|entry|entries|cases?|files?|examples?)(?=\\s*(?:$|[("'\`])|\\s(?:please|accordingly|too|there|in|of|for|to|so)\\b)`,
  'i',
)
const MOST = 4_000

/**
 * The test files that the task calls wrong and asks to correct. An empty list stands for tests that it does not name. Null if the task asks
 * for something else, or may blame the code.
 */
export function correctionSaid(task: string): readonly string[] | null {
  if (task.length > MOST) return null
  const clauses = clausesIn(task)
  const blamed = clauses.filter(blamesTest)
  const isRight = clauses.some(clause => CODE_IS_RIGHT.test(clause))
  const isIncomplete = clauses.some(clause => TEST_IS_NOT.test(clause))
  if (blamed.length === 0 && !(isRight && isIncomplete)) return null
  if (CODE_IS_WRONG.test(task)) return null
  const orders = clauses.flatMap(clause => ORDER.exec(clause)?.groups?.['object'] ?? [])
  if (!orders.every(object => PRONOUN.test(object) || OBJECT.test(object))) return null
  if (orders.length === 0 || orders.some(object => pathsIn(object).some(path => !isOfTests(path)))) return null
  const named = pathsIn(blamed.join(' ')).filter(isOfTests)
  return [...new Set(named.length > 0 ? named : pathsIn(task).filter(isOfTests))]
}

/** The clauses of a task, in which an order for each wrong test replaces "please correct it". */
export function withCorrections(clauses: readonly string[], task: string): readonly string[] {
  const paths = correctionSaid(task)
  if (paths === null) return clauses
  const orders = paths.map(path => `correct the wrong expected value in ${path}`)
  const stored = /\b(?:snapshot|baseline|golden)/i.test(task) ? ['correct the wrong snapshots'] : []
  return [
    ...clauses.filter(clause => !ORDER.test(clause)),
    ...(orders.length > 0 ? orders : [CORRECT_TESTS, ...stored]),
  ]
}

/** The order for wrong tests whose files the task does not name. */
export const CORRECT_TESTS = 'correct the wrong tests'

/**
 * Words of which a test file must contain one, in small letters, if the task calls a test wrong without its file: "width" of "the width test
 * is wrong", the name of a test. Empty if any test may be meant, as in "the tests are wrong".
 */
export function blamedWords(task: string): readonly string[] {
  if (correctionSaid(task)?.length !== 0) return []
  const quoted = [...task.matchAll(QUOTED_TEST)].map(({ groups }) => groups?.['title'] ?? '')
  const subjects = clausesIn(task)
    .filter(blamesTest)
    .map(clause =>
      WRONG_THING.test(clause)
        ? clause
        : ((IS_WRONG.exec(clause) ?? SUBJECT.exec(clause))?.groups?.['subject'] ?? clause),
    )
  const words = subjects.flatMap(subject => subject.match(/[\p{L}_$][\p{L}\d_$]+/gu) ?? [])
  const known = [...quoted, ...words.filter(word => !NO_SUBJECT.test(word))]
  return [...new Set(known.map(word => word.toLowerCase()))]
}

/** "The test 'fills holes'". */
const QUOTED_TEST = /\b(?:tests?|specs?|cases?|it)\s(?:named\s|called\s)?["'`“‘](?<title>[^"'`”’\n]{3,80})["'`”’]/gi
/** What stands before a verb: "test_width asserts the wrong value". */
const SUBJECT =
  /^(?<subject>.{1,160}?)\s(?:still\s|currently\s)?(?:has|have|contains?|expects?|asserts?|checks?|wants?|compares?)\s/i
/** Words that say nothing about which test is meant. */
const NO_SUBJECT = new RegExp(
  `^(?:${WRONG}|${FLAW}|an?|and|or|not|no|the|this|that|these|those|there|here|our|my|your|its|it|one|all|some|any|each|every|both|many|two|three|of|in|for|at|by|on|to|from|with|about|inside|is|are|was|were|has|have|which|now|still|currently|please|fix|correct|repair|adjust|update|change|unit|integration|end|new|old|last|first|second|third|other|only|same|whole|existing|current|failing|red|broken|tests?|cases?|files?|specs?|suites?|expect(?:ations?|ed|s)?|assert(?:ion)?s?|snapshots?|baselines?|golden|doctests?|values?|results?|outputs?|strings?|numbers?|texts?|lines?|rows?|entry|entries|somebody|someone|we|seems?|looks?|must|should|be)$`,
  'i',
)

/** Whether the task says that the code is right. Correcting a test must then not change code. */
export const saysCodeIsRight = (task: string): boolean =>
  task.length <= MOST && !CODE_IS_WRONG.test(task) && clausesIn(task).some(clause => CODE_IS_RIGHT.test(clause))

const isOfTests = (path: string): boolean => ['test', 'snapshot'].includes(kindOf(path) ?? '') || isCompared(path)

/** Sentences, split at their conjunctions. Parentheses are left out, because they only name files to look at. */
const clausesIn = (task: string): string[] =>
  task
    .replace(/\s\([^()]*\)/g, ' ')
    .replace(/["'](?:[^"'\n]{1,80})["'](?=[\s,.;:]|$)/g, quoted => (quoted.includes(' ') ? '"…"' : quoted))
    .split(/[;\n–—]|[.!?:,](?=\s|$)|\s(?:and|but|so|because|since|as|while)\s/)
    .map(clause =>
      clause
        .trim()
        .replace(/^(?:i think|we think|i believe|it looks like|looks like|it seems|apparently)\s(?:that\s)?/i, ''),
    )
    .filter(clause => clause !== '' && !/^(?:if|unless|in case)\b/i.test(clause))

function blamesTest(clause: string): boolean {
  if (/\b(?:not|never|nothing|n['’]t)\swrong\b/i.test(clause)) return false
  if (ITSELF.test(clause) || WRONG_THING.test(clause) || isInTest(clause)) return true
  for (const pattern of [HAS_WRONG, IS_WRONG, SAYS_WRONG]) {
    const { subject = '', thing } = pattern.exec(clause)?.groups ?? {}
    if (subject === '' || SENTENCE.test(subject)) continue
    if (thing !== undefined || HEAD.test(subject) || isTestFile(subject)) return true
  }
  return false
}

const isTestFile = (subject: string): boolean => {
  const path = PATH_HEAD.exec(subject)?.groups?.['path']
  return path !== undefined && isOfTests(path)
}

function isInTest(clause: string): boolean {
  const found = FLAW_IN.exec(clause)
  const path = found?.groups?.['path']
  return found !== null && (path === undefined || isOfTests(path))
}
