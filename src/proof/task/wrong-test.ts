import { basename } from 'node:path/posix'
import { kindOf } from '../../tools/protection/kind-of.ts'
import { isFixture } from '../../tools/protection/test-paths.ts'
import { languageOf } from '../../tools/syntax/language.ts'
import { syntaxOf } from '../../tools/syntax/syntax.ts'
import { TESTS_IN_SOURCE } from '../../tools/syntax/test-libraries.ts'
import { CORRECTS, clausesOf, isNegated, orderIn, type TaskOrder } from '../seal/free/clauses.ts'
import { pathsIn } from '../seal/free/paths-in.ts'
import { saysCodeIsRight } from '../seal/free/said-wrong.ts'
import { definitionsIn, escaped, type TreeCode } from './tree-code.ts'

/** "the wrong expected value in a_test.go", "an outdated assertion": the noun itself, and not what it describes. */
const WRONG_TEST =
  /\b(?:wrong|incorrect|outdated|stale|mistaken|obsolete|false|bad)\s+(?:[\w'’-]+\s+)?(?:expected\s+(?:values?|results?|outputs?|strings?|numbers?|texts?)|expectations?|assertions?|asserts?|(?:unit\s+)?tests?(?:\s+cases?)?|specs?|snapshots?|fixtures?)(?=\s*$|\s*["'`(:,]|\s+(?:in|of|for|at|named|called|about|that|which)\b)/i

/** "Correct the test" says that the test is wrong, even without that word. */
const A_TEST =
  /^(?:the|this|that|these|those|our|its)\s(?:unit\s)?(?:tests?|specs?|test cases?|expectations?|assertions?)$/i

const isCorrection = ({ verb, object, rest }: TaskOrder): boolean =>
  CORRECTS.test(verb) && (WRONG_TEST.test(rest) || (verb === 'correct' && A_TEST.test(object.trim())))

const correctionsIn = (
  task: string,
): { readonly orders: readonly TaskOrder[]; readonly corrections: readonly TaskOrder[] } => {
  const orders = clausesOf(task).flatMap(clause => (isNegated(clause) ? [] : (orderIn(clause) ?? [])))
  return { orders, corrections: orders.filter(isCorrection) }
}

/** Whether the task says that a test is wrong. */
export const correctsTest = (task: string): boolean => correctionsIn(task).corrections.length > 0

/**
 * Whether the task corrects tests and asks for nothing that may weaken them. The corrected tests must then assert as much as before.
 */
export function correctsOnlyValues(task: string): boolean {
  const { orders, corrections } = correctionsIn(task)
  return (
    corrections.length > 0 &&
    orders.every(one => corrections.includes(one) || ADDS.test(one.verb)) &&
    !DEMANDS_LESS.test(task)
  )
}

const ADDS = /^(?:add|append|bump)$/

const DEMANDS_LESS =
  /\b(?:order(?:ed|ing)?|sort(?:ed|ing)?|too (?:strict|precise|exact|narrow|specific)|(?:less|not so) (?:strict|precise|exact)|brittle|flaky|fragile|platform\w*|locale|time ?zones?|random\w*|timing|toleran\w*|round\w*|precision|float\w*|loosen|relax|throws?|thrown|rais(?:e[sd]?|ing)|errors?|exceptions?|reject\w*|panic\w*)\b/i

/**
 * The task says that a test is wrong, and no test says anything else now: the source follows the wrong test instead. Null when the task
 * says nothing of the kind, or the tests may be among other code.
 */
export function unchangedWrongTest(task: string, code: TreeCode): string | null {
  const { orders, corrections } = correctionsIn(task)
  if (corrections.length === 0 || code.changed.size === 0) return null
  const source = saysCodeIsRight(task) ? [...code.changed].find(path => isOtherCode(path, code)) : undefined
  if (source !== undefined && corrections.length === orders.length)
    return `the task says that the code is right, but \`${source}\` changed`
  const named = corrections.flatMap(({ rest }) => pathsIn(rest))
  const files = [...code.before.keys()].filter(path => named.some(name => code.isNamed(path, name)))
  // Data that the task itself calls wrong counts wherever it is.
  const isMeant = (path: string): boolean => isOfTests(path, code) || (files.includes(path) && DATA.test(path))
  if (files.length > 0 && !files.some(isMeant)) return null
  const other = [...code.changed].find(path => isOtherCode(path, code) && !isMeant(path))
  if (other !== undefined && corrections.length === orders.length && !ASKS_MORE.test(task) && !mayFollowCode(task))
    return `the task asks only to correct a wrong test, but \`${other}\` changed`
  const tests = [...code.changed].filter(path => isMeant(path) && saysOther(path, code))
  const kept = valuesSaid(task).filter(value => tests.some(path => has(value, code.before.get(path) ?? '')))
  const isSame = (value: string): boolean =>
    tests.every(path => countOf(value, code.now.get(path) ?? '') >= countOf(value, code.before.get(path) ?? ''))
  if (kept.length > 0 && kept.every(isSame)) return `the wrong test still has the value ${kept[0]}`
  const isOnlyValue = corrections.length === orders.length && OF_VALUE.test(task) && !OF_INPUT.test(task)
  const otherCall = isOnlyValue ? otherCalls(tests, code) : null
  if (otherCall !== null) return otherCall
  const mayFollow = corrections.length === orders.length && other !== undefined
  if (mayFollow ? tests.some(path => isCorrected(path, files, code)) : tests.length > 0) return null
  const where = files.slice(0, 3).map(path => `\`${path}\``)
  return where.length > 0 ? `the wrong test in ${where.join(', ')} is unchanged` : 'the wrong test is unchanged'
}

/** Sentences that ask for work on the code, in words that `orderIn` does not read. */
const ASKS_MORE =
  /(?:^|[.;:!?,\n]\s*|\b(?:and|then|please|should|must)\s+)(?:implement|make|create|write|support|allow|let|handle|return|use|build|provide|improve|optimi[sz]e|teach|raise|throw|rework|finish|complete)\s/i

/** "width() must count tabs. Its test is outdated": the test was right for other code, so that the code may change. */
const mayFollowCode = (task: string): boolean =>
  /\b(?:outdated|stale|obsolete)\b/i.test(task) && /\b(?:should|must|ha(?:s|ve) to|needs? to|from now on)\b/i.test(task)

const OF_VALUE = /\b(?:expect\w*|assert\w*)\b/i
/** "The input is wrong", "correct the arguments": then the test may call the code in another way. */
const OF_INPUT =
  /\b(?:inputs?|arguments?|parameters?|calls?|set-?up)\b[^.;,]{0,40}\s(?:is|are)\s(?:wrong|incorrect|outdated)\b|\b(?:fix|correct|change|adjust|wrong|incorrect)\s(?:the\s|its\s)?(?:\w+\s)?(?:inputs?|arguments?|parameters?|calls?|set-?up)\b/i

/**
 * The expected value is wrong, so the test calls the same code as before, with the same input. Says which call is another one, or is new
 * and may compute the expected value.
 */
function otherCalls(tests: readonly string[], code: TreeCode): string | null {
  if ([...code.changed].some(path => isOtherCode(path, code))) return null
  const sources = new Map([...code.before].filter(([path]) => languageOf(path) !== null && kindOf(path) !== 'test'))
  const known = new Map<string, boolean>()
  const isOurs = (name: string): boolean => {
    const isDefined =
      known.get(name) ?? definitionsIn({ kind: 'symbol', name, expect: 'absent' }, sources, code).length > 0
    known.set(name, isDefined)
    return isDefined
  }
  for (const path of tests) {
    const [before, now] = [spokenLines(path, code.before.get(path) ?? ''), spokenLines(path, code.now.get(path) ?? '')]
    const was = callsIn(linesWithout(before, now)).filter(({ name }) => isOurs(name))
    const is = callsIn(linesWithout(now, before)).filter(({ name }) => isOurs(name))
    const same = was.filter(({ text }) => is.some(one => one.text === text))
    if (was.length > 0 && is.length > 0 && same.length === 0)
      return `the test calls \`${was[0]?.name}\` with other input`
    const computed = computedBy(linesWithout(now, before).split('\n'), was, isOurs)
    if (computed !== null) return `the expected value may come from a new call of \`${computed}\``
  }
  return null
}

interface Call {
  readonly name: string
  readonly text: string
}

const ASSIGNS = /^(?:const |let |var |auto |\$)?\s*(?<name>[A-Za-z_$][\w$]*)\s*(?::[^=]*)?:?=(?![=~])/

/** A call of our code beside a call from before, in the same line or through a variable. Calls in lines of their own are new assertions. */
function computedBy(lines: readonly string[], was: readonly Call[], isOurs: (name: string) => boolean): string | null {
  const ours = (line: string): Call[] => callsIn(line).filter(({ name }) => isOurs(name))
  const isOld = ({ text }: Call): boolean => was.some(one => one.text === text)
  const asserting = lines.filter(line => ours(line).some(isOld))
  for (const line of lines) {
    const calls = ours(line)
    if (calls.some(isOld) && calls.length > 1) return calls.find(call => !isOld(call))?.name ?? calls[0]?.name ?? null
    const variable = ASSIGNS.exec(line)?.groups?.['name']
    const added = calls.find(call => !isOld(call))
    if (variable === undefined || added === undefined) continue
    const used = new RegExp(`(?<![\\w$])${variable.replace(/[$]/g, '\\$&')}(?![\\w$])`)
    if (asserting.some(other => other !== line && used.test(other))) return added.name
  }
  return null
}

/** The lines of one text that another one has not. */
function linesWithout(lines: readonly string[], others: readonly string[]): string {
  const left = [...others]
  return lines
    .filter(line => {
      const at = left.indexOf(line)
      if (at >= 0) left.splice(at, 1)
      return at < 0
    })
    .join('\n')
}

/** Calls without calls in their arguments around them: `f(2)` of `expect(f(2))`, because `expect` is not ours. */
function callsIn(text: string): Call[] {
  return [...text.matchAll(/([A-Za-z_$][\w$]*[?!]?)\(/g)].map(({ 0: head, 1: name = '', index }) => {
    let [depth, at] = [1, index + head.length]
    for (; at < text.length && depth > 0; at++) depth += text[at] === '(' ? 1 : text[at] === ')' ? -1 : 0
    return { name, text: text.slice(index, at).replace(/\s+/g, '') }
  })
}

/** What the test expects, in the words of the task: "it expects 42 for the last one". */
const valuesSaid = (task: string): string[] => [
  ...new Set([...task.matchAll(VALUE_SAID)].map(({ groups }) => groups?.['value'] ?? '')),
]
const VALUE_SAID =
  /\b(?:it|tests?|spec|which|that|row|example|case|assertion|line|still|currently|now|and)\s+(?:still\s+|currently\s+|now\s+)?(?:expects?|asserts?|wants)\s+(?:[a-z]+\s+){0,3}?(?<value>-?\d[\d_.]*\d|-?\d|"[^"\n]{2,60}"|'[^'\n]{2,60}'|`[^`\n]{2,60}`)(?![\w.]*\w)/g

const wordOf = (value: string): RegExp => {
  const bare = value.replace(/^["'`]|["'`]$/g, '')
  return new RegExp(`(?<![\\w.])${escaped(bare)}(?![\\w]|\\.\\d)`, 'g')
}
const countOf = (value: string, text: string): number => text.match(wordOf(value))?.length ?? 0
const has = (value: string, text: string): boolean => countOf(value, text) > 0

/**
 * The task asks only for the test, but the source changed too and may follow the wrong test. Then a line of that test, or of its data, must
 * be gone: a line that is added, or another test, corrects nothing.
 */
const isCorrected = (path: string, files: readonly string[], code: TreeCode): boolean =>
  (files.length === 0 || files.includes(path) || isData(path, code)) && losesLine(path, code)

/** Expected values may be in files of many kinds. */
const DATA =
  /(?<!(?:^|\/)(?:package|package-lock|composer)\.json)(?<=\.(?:json|jsonl|csv|tsv|txt|ya?ml|xml|golden|expected|out|snap|dat))$/i

/** Folders of tests in which data is not always protected. */
const TEST_FOLDER = /(?:^|\/)(?:tests?|specs?|__tests__|e2e|t)\//i

/** Data of the tests: by its place, or because a test named it before the first turn. Other data is the product's, or for people. */
const isData = (path: string, code: TreeCode): boolean =>
  kindOf(path) === 'snapshot' ||
  (DATA.test(path) && (TEST_FOLDER.test(path) || isFixture(path) || isNamedByTest(path, code)))

function isNamedByTest(path: string, { before }: TreeCode): boolean {
  const name = new RegExp(`(?<![\\w.-])${escaped(basename(path))}(?![\\w-])`)
  return [...before].some(([test, text]) => kindOf(test) === 'test' && name.test(text))
}

/** Tests that the turn itself adds to a source correct none. */
const isOfTests = (path: string, code: TreeCode): boolean =>
  kindOf(path) === 'test' ||
  isData(path, code) ||
  TESTS_IN_SOURCE.test(code.before.get(path) ?? code.now.get(path) ?? '')

/** Other code or data than before, without comments and layout. */
const saysOther = (path: string, { before, now }: TreeCode): boolean =>
  spokenIn(path, before.get(path) ?? '') !== spokenIn(path, now.get(path) ?? '')

const isOtherCode = (path: string, code: TreeCode): boolean =>
  languageOf(path) !== null && !isOfTests(path, code) && saysOther(path, code)

/** Whether a line from before is gone. */
function losesLine(path: string, { before, now }: TreeCode): boolean {
  const left = spokenLines(path, now.get(path) ?? '')
  return spokenLines(path, before.get(path) ?? '').some(line => {
    const at = left.indexOf(line)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

const spokenLines = (path: string, text: string): string[] =>
  (syntaxOf(path, text)?.spoken ?? text)
    .split('\n')
    .map(line => line.replace(/\s+/g, ' ').trim())
    .filter(line => line !== '')

const spokenIn = (path: string, text: string): string => spokenLines(path, text).join(' ')
