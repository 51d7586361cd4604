import { basename } from 'node:path/posix'
import { kindOf } from '../../tools/protection/kind-of.ts'
import { isFixture } from '../../tools/protection/test-paths.ts'
import { languageOf } from '../../tools/syntax/language.ts'
import { syntaxOf } from '../../tools/syntax/syntax.ts'
import { TESTS_IN_SOURCE } from '../../tools/syntax/test-libraries.ts'
import { clausesOf, isNegated, orderIn, type TaskOrder } from '../seal/free/clauses.ts'
import { pathsIn } from '../seal/free/paths-in.ts'
import { escaped, type TreeCode } from './tree-code.ts'

const CORRECTS = /^(?:fix|correct|update|adjust|change|edit|replace|rewrite|modify)$/
/** "the wrong expected value in a_test.go", "an outdated assertion": the noun itself, and not what it describes. */
const WRONG_TEST =
  /\b(?:wrong|incorrect|outdated|stale|mistaken|obsolete|false|bad)\s+(?:[\w'’-]+\s+)?(?:expected\s+(?:values?|results?|outputs?|strings?|numbers?|texts?)|expectations?|assertions?|asserts?|(?:unit\s+)?tests?(?:\s+cases?)?|specs?|snapshots?|fixtures?)(?=\s*$|\s*["'`(:,]|\s+(?:in|of|for|at|named|called|about|that|which)\b)/i

const correctionsIn = (
  task: string,
): { readonly orders: readonly TaskOrder[]; readonly corrections: readonly TaskOrder[] } => {
  const orders = clausesOf(task).flatMap(clause => (isNegated(clause) ? [] : (orderIn(clause) ?? [])))
  return { orders, corrections: orders.filter(({ verb, rest }) => CORRECTS.test(verb) && WRONG_TEST.test(rest)) }
}

/** Whether the task says that a test is wrong. */
export const correctsTest = (task: string): boolean => correctionsIn(task).corrections.length > 0

/**
 * The task says that a test is wrong, and no test says anything else now: the source follows the wrong test instead. Null when the task
 * says nothing of the kind, or the tests may be among other code.
 */
export function unchangedWrongTest(task: string, code: TreeCode): string | null {
  const { orders, corrections } = correctionsIn(task)
  if (corrections.length === 0 || code.changed.size === 0) return null
  const named = corrections.flatMap(({ rest }) => pathsIn(rest))
  const files = [...code.before.keys()].filter(path => named.some(name => code.isNamed(path, name)))
  // Data that the task itself calls wrong counts wherever it is.
  const isMeant = (path: string): boolean => isOfTests(path, code) || (files.includes(path) && DATA.test(path))
  if (files.length > 0 && !files.some(isMeant)) return null
  const tests = [...code.changed].filter(path => isMeant(path) && saysOther(path, code))
  const mayFollow = corrections.length === orders.length && [...code.changed].some(path => isOtherCode(path, code))
  if (mayFollow ? tests.some(path => isCorrected(path, files, code)) : tests.length > 0) return null
  const where = files.slice(0, 3).map(path => `\`${path}\``)
  return where.length > 0 ? `the wrong test in ${where.join(', ')} is unchanged` : 'the wrong test is unchanged'
}

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
