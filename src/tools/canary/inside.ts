import { assertion, withoutComments } from './javascript.ts'
import { type Differed, type Mark, MOST_PAIRS, type Plant } from './plant.ts'

interface InsideRequest {
  readonly path: string
  readonly text: string
  /** The groups of a test that ran, and its own name. */
  readonly title: readonly string[]
  readonly word: () => string
  readonly differed: readonly Differed[]
}

/**
 * A failure as the first statement of a test that ran, for commands that name their tests exactly: they skip every test that is new.
 * Null when the test is not found in the text, or is not written in a known form.
 */
export function plantInside({ path, text, title, word: next, differed }: InsideRequest): Plant | null {
  const ending = /\.(\w+)$/.exec(path)?.[1]?.replace(/^[cm]?[jt]sx?$/, 'js') ?? ''
  const name = (title.at(-1) ?? '').replace(/\[.*\]$/, '')
  const pairs = [{ received: '1', expected: '2' }, ...differed.slice(0, MOST_PAIRS)]
  const asserted = pairs.map(pair => ({ ...pair, word: next() }))
  const thrown = next()
  const from = afterGroups(text, title.slice(0, -1))
  const changed = name === '' ? null : (FORMS[ending]?.({ text, name, from, thrown, asserted }) ?? null)
  if (changed === null) return null
  const assertions = asserted.map(({ word }): Mark => ({ shows: 'assertion', word, code: '' }))
  const marks: readonly Mark[] = [{ shows: 'throw', word: thrown, code: '' }, ...assertions]
  // Where the form has no assertions, their words are not in its text.
  return { path, marks: marks.filter(({ word }) => changed.includes(word)), around: () => changed }
}

interface Pair {
  readonly received: string
  readonly expected: string
  readonly word: string
}

interface NamedTest {
  readonly text: string
  readonly name: string
  /** Where its group begins. */
  readonly from: number
  /** The message of the failure. */
  readonly thrown: string
  /** Each word joins the message if its assertion fails. */
  readonly asserted: readonly Pair[]
}

type Form = (test: NamedTest) => string | null

/** Groups may have tests of the same name. */
function afterGroups(text: string, groups: readonly string[]): number {
  let from = 0
  for (const group of groups) from = Math.max(from, text.indexOf(group, from))
  return from
}

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

function found(text: string, pattern: RegExp, from: number): RegExpExecArray | null {
  const search = new RegExp(pattern, `g${pattern.flags.replace('g', '')}`)
  search.lastIndex = from
  return search.exec(text)
}

const inserted = (text: string, at: number, code: string): string => `${text.slice(0, at)}${code}${text.slice(at)}`

/** Where the parenthesis that opens before `from` is closed; -1 when it never is. */
function closedAt(text: string, from: number): number {
  let depth = 1
  for (let at = from; at < text.length; at++) {
    if (text[at] === '(') depth++
    else if (text[at] === ')' && --depth === 0) return at + 1
  }
  return -1
}

const python: Form = ({ text, name, from, thrown, asserted }) => {
  const head = found(text, new RegExp(`^[ \\t]*(?:async[ \\t]+)?def[ \\t]+${literal(name)}[ \\t]*\\(`, 'm'), from)
  const first = head === null ? -1 : head.index + head[0].length
  const end = first < 0 ? -1 : closedAt(text, first)
  const colon = end < 0 ? null : found(text, /[^:\n]*:/y, end)
  if (colon === null) return null
  const body = colon.index + colon[0].length
  const below = found(text, /[ \t]*(?:#.*)?\n(?:[ \t]*\n)*([ \t]+)\S/y, body)
  if (below === null) return inserted(text, body, ` raise RuntimeError("${thrown}");`)
  const ofClass = /^\s*self\b/.test(text.slice(first, end)) && /\bself\.assertEqual\b/.test(text)
  const state = ({ received, expected }: Pair): string =>
    ofClass ? `self.assertEqual(${received}, ${expected})` : `assert ${received} == ${expected}`
  const lines = [
    `${thrown} = "${thrown}"`,
    ...asserted.flatMap(pair => [`try: ${state(pair)}`, `except BaseException: ${thrown} += " ${pair.word}"`]),
    `raise RuntimeError(${thrown})`,
  ]
  return inserted(text, body, lines.map(line => `\n${below[1]}${line}`).join(''))
}

/** A function with a body in braces. `head` finds its name and the opening parenthesis. */
const braced =
  (head: (name: string) => string, fails: (word: string, parameters: string) => string): Form =>
  ({ text, name, from, thrown }) => {
    const start = found(text, new RegExp(head(literal(name))), from)
    const first = start === null ? -1 : start.index + start[0].length
    const end = first < 0 ? -1 : closedAt(text, first)
    const open = end < 0 ? null : found(text, /[^{};=]*\{/y, end)
    if (open === null) return null
    return inserted(text, open.index + open[0].length, ` ${fails(thrown, text.slice(first, end))}\n`)
  }

function failsInGo(word: string, parameters: string): string {
  const tester = /^\s*([A-Za-z]\w*)\s+\*testing\.T\b/.exec(parameters)?.[1]
  return tester === undefined ? `panic("${word}")` : `${tester}.Fatal("${word}")`
}

const quoted = (name: string): RegExp => new RegExp(`(['"\`])${literal(name)}\\1`)

/** A test that is named by a text. `opens` is what stands before its body, right after that text. */
const titled =
  (opens: RegExp, fails: (test: NamedTest) => string): Form =>
  test => {
    const { text, name, from } = test
    const title = found(text, quoted(name), from)
    const open = title === null ? null : found(text, opens, title.index + title[0].length)
    return open === null ? null : inserted(text, open.index + open[0].length, ` ${fails(test)}\n`)
  }

const rubyTitled = titled(/[^\n]*?\bdo\b(?:[ \t]*\|[^|\n]*\|)?/y, ({ thrown }) => `\n raise '${thrown}'`)
const rubyMethod: Form = ({ text, name, from, thrown }) => {
  const head = found(text, new RegExp(`^[ \\t]*def[ \\t]+${literal(name)}\\b[^\\n;]*`, 'm'), from)
  return head === null ? null : inserted(text, head.index + head[0].length, `\n raise '${thrown}'`)
}

function failsInJavaScript({ text, thrown, asserted }: NamedTest): string {
  const state = assertion(withoutComments(text))
  // Assertions that are handed to the test note a failure, and throw nothing.
  const throws = state === null || /^t\./.test(state('1', '2')) ? null : state
  const tries = asserted.map(({ received, expected, word }) =>
    throws === null ? '' : `try { ${throws(received, expected)} } catch { ${thrown} += ' ${word}' } `,
  )
  return `let ${thrown} = '${thrown}'; ${tries.join('')}if (Date.now()) throw new Error(${thrown});`
}

/** The condition keeps compilers from refusing what can no longer be reached. */
const FORMS: Readonly<Record<string, Form>> = {
  py: python,
  go: braced(name => `\\bfunc\\s+${name}\\s*\\(`, failsInGo),
  rs: braced(
    name => `\\bfn\\s+${name}\\s*\\(`,
    word => `assert_eq!(1 + 1, 3, "${word}");`,
  ),
  java: braced(
    name => `\\b${name}\\s*\\(`,
    word => `if (true) throw new RuntimeException("${word}");`,
  ),
  kt: braced(
    name => `\\bfun\\s+\`?${name}\`?\\s*\\(`,
    word => `if (true) throw RuntimeException("${word}")`,
  ),
  cs: braced(
    name => `\\b${name}\\s*\\(`,
    word => `if (System.Environment.TickCount != -1) throw new System.Exception("${word}");`,
  ),
  php: braced(
    name => `\\bfunction\\s+${name}\\s*\\(`,
    word => `throw new \\RuntimeException('${word}');`,
  ),
  rb: test => rubyMethod(test) ?? rubyTitled(test),
  exs: titled(/[^\n]*?\bdo\b/y, ({ thrown }) => `\n raise "${thrown}"`),
  bats: titled(/[ \t]*\{/y, ({ thrown }) => `\n echo "${thrown}"; false`),
  js: titled(/(?:[^=]|=(?!>))*?(?:=>|\bfunction\b[^{]*?\))\s*\{/y, failsInJavaScript),
}
