import { kindOf } from '../../tools/protection/kind-of.ts'
import { syntaxOf } from '../../tools/syntax/syntax.ts'
import { clausesOf, isNegated, orderIn, pathsIn } from '../seal/free/clauses.ts'
import type { TreeCode } from './tree-code.ts'

const CORRECTS = /^(?:fix|correct|update|adjust|change|edit|replace|rewrite|modify)$/
/** "the wrong expected value in a_test.go", "an outdated assertion": the noun itself, and not what it describes. */
const WRONG_TEST =
  /\b(?:wrong|incorrect|outdated|stale|mistaken|obsolete|false|bad)\s+(?:[\w'’-]+\s+)?(?:expected\s+(?:values?|results?|outputs?|strings?|numbers?|texts?)|expectations?|assertions?|asserts?|(?:unit\s+)?tests?(?:\s+cases?)?|specs?|snapshots?|fixtures?)(?=\s*$|\s*["'`(:,]|\s+(?:in|of|for|at|named|called|about|that|which)\b)/i

/**
 * The task says that a test is wrong, and no test says anything else now: the source follows the wrong test instead. Null when the task
 * says nothing of the kind, or the tests may be among other code.
 */
export function unchangedWrongTest(task: string, code: TreeCode): string | null {
  const orders = clausesOf(task).flatMap(clause => {
    const order = isNegated(clause) ? null : orderIn(clause)
    return order !== null && CORRECTS.test(order.verb) && WRONG_TEST.test(order.rest) ? [order] : []
  })
  if (orders.length === 0 || code.changed.size === 0) return null
  const named = orders.flatMap(({ rest }) => pathsIn(rest))
  const files = [...code.before.keys()].filter(path => named.some(name => code.isNamed(path, name)))
  if (files.length > 0 && !files.some(path => isOfTests(path, code))) return null
  if ([...code.changed].some(path => isOfTests(path, code) && saysOther(path, code))) return null
  const where = files.slice(0, 3).map(path => `\`${path}\``)
  return where.length > 0 ? `the wrong test in ${where.join(', ')} is unchanged` : 'the wrong test is unchanged'
}

/** Expected values may be anywhere. */
const DATA =
  /(?<!(?:^|\/)(?:package|package-lock|composer)\.json)(?<=\.(?:json|jsonl|csv|tsv|txt|ya?ml|xml|golden|expected|out|snap|dat))$/i

/** Tests inside of source: in Rust, Elixir, Python, and where the runner is the module itself. */
const INLINE_TESTS =
  /#\[(?:\w+::)?(?:test|cfg\(test\))|^\s*(?:>>>|iex>)|import\.meta\.vitest|\bTEST(?:_CASE)?\(|\/\/\/ ```/m

const isOfTests = (path: string, { before, now }: TreeCode): boolean =>
  ['test', 'snapshot'].includes(kindOf(path) ?? '') ||
  DATA.test(path) ||
  INLINE_TESTS.test(`${before.get(path) ?? ''}\n${now.get(path) ?? ''}`)

/** Other code or data than before, without comments and layout. */
const saysOther = (path: string, { before, now }: TreeCode): boolean =>
  spokenIn(path, before.get(path) ?? '') !== spokenIn(path, now.get(path) ?? '')

const spokenIn = (path: string, text: string): string =>
  (syntaxOf(path, text)?.spoken ?? text).replace(/\s+/g, ' ').trim()
