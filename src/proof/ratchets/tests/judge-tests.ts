import { isMatcher, STRENGTH, strengthOf } from '../../../tools/protection/matchers.ts'
import { plural } from '../../../tools/reading/totals.ts'
import type { Language } from '../../../tools/syntax/language.ts'
import { type Syntax, syntaxOf } from '../../../tools/syntax/syntax.ts'
import { tiedLines } from '../../original-checks/tied-lines.ts'
import { functionNamed } from '../../seal/reach/asserts-only.ts'
import type { ChangedText, Worse } from '../changed-text.ts'
import {
  type Assertion,
  assertionPattern,
  assertionsIn,
  isAlwaysTrue,
  swallows,
  withoutSwallowed,
  wordsIn,
} from './assertions.ts'
import { onlyAssertsExistence } from './existence.ts'
import { closingOf, testsIn, type WrittenTest } from './find-tests.ts'
import { importedAssertions, type TextOf } from './imported-assertions.ts'
import { assertsReplacement } from './replaced-subject.ts'

const NOTHING: ReadonlySet<string> = new Set()

interface Read {
  readonly path: string
  readonly syntax: Syntax
  readonly tests: readonly WrittenTest[]
  /** Those whose titles no test has now. */
  readonly gone?: readonly WrittenTest[]
}

/** What the criterion or the task wants of new tests. */
interface AskedTests {
  readonly coverage: boolean
  /** The task itself asks for tests. */
  readonly tests: boolean
  /** Identifiers that the task removes and that are gone: what was asserted about them may go. */
  readonly removed: readonly string[]
  /** The task corrects values in tests, so their conditions must stay the same. */
  readonly corrected: boolean
}

/** Tests that check less than before, and new ones that check nothing. */
export function weakerTests(files: readonly ChangedText[], asked: AskedTests, textOf: TextOf): Worse[] {
  // Rust keeps tests in its source files, and marks every one.
  const read = files.filter(({ isTest, path }) => isTest || (asked.tests && path.endsWith('.rs')))
  const present = new Set(
    read.flatMap(({ path, now }) => readTests(path, now)).flatMap(({ tests }) => tests.map(({ title }) => title)),
  )
  const before = read
    .flatMap(file => readTests(file.path, file.before))
    .map(file => ({ ...file, gone: file.tests.filter(({ title }) => !present.has(title)) }))
  return read.flatMap(({ isTest, path, now }) =>
    readTests(path, now)
      .map(file => ({ ...file, lent: importedAssertions(file, textOf) }))
      .flatMap(file => [...(isTest ? changedTests(file, before, asked) : []), ...emptyTests(file, before, asked)]),
  )
}

type Lent = Read & { readonly lent: ReadonlySet<string> }

function readTests(path: string, text: string | null): Read[] {
  const syntax = text === null ? null : syntaxOf(path, text)
  return syntax === null ? [] : [{ path, syntax, tests: testsIn(syntax) }]
}

/** The original test of that title: in the same file, or in another. Of several, the one that it has most lines of. */
function asItWas(test: WrittenTest, path: string, before: readonly Read[]): WrittenTest | null {
  const named = (reads: readonly Read[]): WrittenTest[] =>
    reads.flatMap(({ tests }) => tests.filter(({ title }) => title === test.title))
  const here = named(before.filter(file => file.path === path))
  const anywhere = here.length > 0 ? here : named(before)
  if (anywhere.length === 1) return anywhere[0] ?? null
  // A test that moved may be in a class with another name.
  const others = IN_CLASS.test(test.title) ? before.flatMap(({ gone = [] }) => gone) : []
  const all = anywhere.length > 0 ? anywhere : others.filter(({ title }) => lastOf(title) === lastOf(test.title))
  const lines = new Set(linesOf(test))
  const shared = all.map(one => linesOf(one).filter(line => lines.has(line)).length)
  const most = Math.max(...shared)
  const best = all.filter((_, at) => shared[at] === most)
  return most * 2 > lines.size && best.length === 1 ? (best[0] ?? null) : null
}

const IN_CLASS = /^\w+(?:\.\w+)+$/
const lastOf = (title: string): string => title.slice(title.lastIndexOf('.') + 1)

const linesOf = ({ body }: WrittenTest): string[] =>
  body.split('\n').flatMap(line => (line.trim() === '' ? [] : [line.trim()]))

function changedTests(
  { path, syntax, tests, lent }: Lent,
  before: readonly Read[],
  { removed, corrected }: Pick<AskedTests, 'removed' | 'corrected'>,
): Worse[] {
  const { language } = syntax
  // In a shell, any command may be an assertion, so two versions of a test cannot be compared by them.
  if (language === 'shell') return []
  return tests.flatMap(test => {
    const old = asItWas(test, path, before)
    if (old === null || old.code === test.code) return []
    const [was, is] = [assertionsLeft(old, language, removed), assertionsIn(test, language)]
    const helped = callsHelper(test, syntax, lent) && !callsHelper(old, syntax, NOTHING)
    const narrowed: Loosened | null =
      corrected && isNarrowed(was, is, language) ? { says: 'fails in fewer cases than before', isCount: false } : null
    const what = loosened({ was, is, old, test, language, helped, corrected }) ?? narrowed
    const weaker = (says: string, flags: Pick<Worse, 'evenIfFree' | 'isCount'>): Worse => ({
      rule: 'assertions-dropped',
      objection: 'weakened',
      what: `"${test.title}" ${says}`,
      path,
      line: test.line,
      ...flags,
    })
    return [
      ...(what === null ? [] : [weaker(what.says, { isCount: what.isCount })]),
      ...(is.some(isAlwaysTrue) && !was.some(isAlwaysTrue)
        ? [weaker('asserts something that is always true', { evenIfFree: true })]
        : []),
    ]
  })
}

const UNORDERED = /\bnew Set(?=\()|(?<![.\w])(?:set|frozenset|sorted|Counter)(?=\()|\.(?:sort|toSorted|sorted)(?=\()/g

/** Whether an assertion compares without order. */
const isUnordered = ({ code }: Assertion): boolean => code.search(UNORDERED) >= 0

/** Without the lines that depend on a removed name: variables are followed from line to line. */
function withoutTied(old: WrittenTest, removed: readonly string[]): WrittenTest {
  const tied = tiedLines(old.code.split('\n'), removed)
  const blank = (text: string): string =>
    text
      .split('\n')
      .map((line, at) => (tied.has(at) ? ' '.repeat(line.length) : line))
      .join('\n')
  const code = blank(old.code)
  return { ...old, code, spoken: blank(old.spoken), body: code.slice(old.code.length - old.body.length) }
}

/** Without those that use a removed name, or a variable whose only value is a call of it. */
function assertionsLeft(old: WrittenTest, language: Language, removed: readonly string[]): Assertion[] {
  if (removed.length === 0) return assertionsIn(old, language)
  const all = assertionsIn(withoutTied(old, removed), language)
  const results = removed.flatMap(name =>
    [...old.code.matchAll(/(?<![\w$.])([A-Za-z_$][\w$]*)\s*:?=\s*(?:await\s+)?([\w$.:>-]+)\s*\(/g)]
      .filter(({ 2: called = '' }) => called.split(/\W+/).at(-1) === name)
      .map(({ 1: variable = '' }) => variable)
      .filter(variable => old.code.match(new RegExp(`(?<![\\w$.])${word(variable)}\\s*:?=(?!=)`, 'g'))?.length === 1),
  )
  const used = [...removed, ...results].map(word).join('|')
  // In a string, only a string that is the name: `respond_to("triple")`, `"--json"`.
  const uses = new RegExp(`(?<![\\w$])(?:${used})(?![\\w$])`)
  const quotes = new RegExp(`(["'\`])-*(?:${used})\\1`)
  return all.filter(({ code, text }) => !uses.test(code) && !quotes.test(text))
}

const word = (name: string): string => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

interface Loosened {
  readonly says: string
  readonly isCount: boolean
}

interface Pair {
  readonly was: readonly Assertion[]
  readonly is: readonly Assertion[]
  readonly old: WrittenTest
  readonly test: WrittenTest
  readonly language: Language
  /** It newly calls a function that asserts. */
  readonly helped: boolean
  /** The task corrects only its values, so its assertions must stay. */
  readonly corrected: boolean
}

function loosened({ was, is, old, test, language, helped, corrected }: Pair): Loosened | null {
  const real = (list: readonly Assertion[]): Assertion[] => list.filter(one => !isAlwaysTrue(one))
  if (swallows(test, language) && !swallows(old, language))
    return { says: 'catches the failures of its assertions', isCount: false }
  if (real(was).length === 0 || helped) return null
  if (real(is).length === 0)
    return is.length > 0
      ? { says: 'now only asserts something that is always true', isCount: false }
      : { says: 'no longer has assertions', isCount: true }
  const said = new Set(wordsIn(test.spoken))
  const lost = real(was).filter(({ words }) => words.some(word => !said.has(word)))
  if (lost.length > 0 && real(is).length < real(was).length)
    return { says: `has ${plural(real(is).length, 'assertion')} instead of ${real(was).length}`, isCount: true }
  const gone = real(was).filter(({ text }) => !is.some(one => one.text === text))
  const loses = (one: Assertion): boolean =>
    isUnordered(one) &&
    gone.some(
      old => !isUnordered(old) && isAboutTheSame({ ...one, code: one.code.replace(UNORDERED, '') }, old, language),
    )
  if (is.some(one => loses(one) && !was.some(({ text }) => text === one.text)))
    return { says: 'no longer checks the order of the values', isCount: false }
  const strength = ({ code }: Assertion): number => strengthOf(code, language)
  const demanding = (list: readonly Assertion[], least: number): number =>
    real(list).filter(one => strength(one) >= least).length
  if ([STRENGTH.value, STRENGTH.property].every(least => demanding(is, least) >= demanding(was, least))) return null
  const isReplaced = gone.some(old =>
    is.some(one => strength(one) < strength(old) && isAboutTheSame(one, old, language)),
  )
  return corrected || lost.length > 0 || isReplaced ? { says: 'asserts less than before', isCount: true } : null
}

/** Whether the tests have more `&&` (in Go, where the condition makes a test fail) or more `||` (elsewhere, where it makes one pass). */
function isNarrowed(was: readonly Assertion[], is: readonly Assertion[], language: Language): boolean {
  const others = language === 'go' ? /&&/g : /\|\||(?<![\w$])or(?![\w$])/g
  const count = (list: readonly Assertion[]): number =>
    list.reduce((sum, { code }) => sum + (code.match(others)?.length ?? 0), 0)
  return count(is) > count(was)
}

/** Whether an assertion uses no names that another one does not use, apart from matchers and types. */
function isAboutTheSame(one: Assertion, other: Assertion, language: Language): boolean {
  const namesIn = ({ code }: Assertion): string[] =>
    wordsIn(code).filter(word => /^[a-z_$]/.test(word) && !isMatcher(word, language))
  const known = new Set(namesIn(other))
  return namesIn(one).every(name => known.has(name))
}

const ASSERTING =
  /assert|expect|check|verif|should|must|ensure|validat|match|compar|snapshot|throws|fail|require|test|golden|roundtrip|round_trip/i

/** Whether a test asserts through a function: one with a clear name, or one of this file that asserts. */
function callsHelper(test: WrittenTest, { code, spoken, language }: Syntax, lent: ReadonlySet<string>): boolean {
  const called = [...test.body.matchAll(/(?<![.\w])(?:await\s+)?([A-Za-z_]\w*)[!?]?\s*\(/g)].map(
    ({ 0: call, 1: name = '' }) => ({ call, name }),
  )
  return called.some(({ call, name }) => {
    if (lent.has(name)) return true
    if (/^(?:test|it|describe|require|if|for|while|switch|function|fn|func|def|print|render|catch)$/.test(name))
      return false
    const defined = new RegExp(
      `(?:function\\s*\\*?|def|func(?:\\s*\\([^)]*\\))?|fn|const|let|var|fun|void)\\s+${name}\\b`,
    ).exec(code)
    // Direct assertions are already counted.
    if (!defined)
      return (
        (ASSERTING.test(name) && !assertionPattern(language).test(call) && !isMatcher(name, language)) ||
        isFromSupport(name, spoken)
      )
    return assertionPattern(language).test(bodyFrom(name, defined.index, { code, language }))
  })
}

function bodyFrom(name: string, index: number, { code, language }: Pick<Syntax, 'code' | 'language'>): string {
  const isIndented = language === 'python' || language === 'ruby'
  const written = isIndented ? null : functionNamed(name, code)
  if (written !== null) return written.body
  const open = code.indexOf(isIndented ? ')' : '{', index)
  return code.slice(open, isIndented ? open + 1500 : closingOf(code, open))
}

/** Whether it is imported from the shared files of the tests. */
const isFromSupport = (name: string, spoken: string): boolean => {
  const shared = '(?:test|helper|support|util|fixture|harness|rig|scenario|conftest)'
  return new RegExp(
    `import[^;"']*\\b${name}\\b[^;"']*from\\s*["'][^"'\\n]*${shared}|from\\s+\\S*${shared}\\S*\\s+import[^\\n]*\\b${name}\\b`,
  ).test(spoken)
}

const SMOKE =
  /\b(?:not|never|without|no)_? ?\w* ?_?(?:throw|crash|panic|error|rais|fail|hang|block|deadlock|exception)|smoke|compil|import|\brender|builds|loads|starts|runs|accepts|no[-_ ]?op|idempotent|leak/i

function emptyTests({ path, syntax, tests: written, lent }: Lent, before: readonly Read[], asked: AskedTests): Worse[] {
  const { language } = syntax
  const tests = written.map(test => withoutSwallowed(test, language))
  const fresh = tests.filter(test => asItWas(test, path, before) === null)
  const asserting = tests.filter(
    test =>
      !assertsReplacement(test, language) &&
      (assertionsIn(test, language).some(one => !isAlwaysTrue(one)) || callsHelper(test, syntax, lent)),
  )
  const empty = fresh.filter(test => !asserting.includes(test) && (test.body.trim() !== '' || isBlank(test)))
  // An unknown way to assert looks like none, so the file must show that it asserts in a known one.
  const wanted =
    asked.coverage || (asked.tests && (asserting.length > 0 || fresh.some(test => cannotFail(test, language))))
  const copied = asked.tests ? copiesIn(fresh, before) : []
  const existing = asked.tests ? fresh.filter(test => onlyAssertsExistence(test, language)) : []
  return [
    ...existing.map(test =>
      worse(path, test, 'only asserts that something exists', existing.length * 2 > fresh.length),
    ),
    ...copied.map(test => worse(path, test, 'is a copy of another test', copied.length * 2 > fresh.length)),
    ...empty.flatMap(test => {
      const isSmoke = SMOKE.test(test.title)
      const always = assertionsIn(test, language).length > 0
      const blank = asked.tests && (isBlank(test) || language === 'shell')
      if (!always && !blank && !asked.coverage && asserting.length === 0 && !cannotFail(test, language)) return []
      // For coverage, tests that only execute lines are a cheat; otherwise a single test without assertions can be honest.
      const objects = (always && !isSmoke) || blank || (wanted && empty.length * 2 > fresh.length)
      const what = assertsReplacement(test, language)
        ? 'replaces the function that it asserts about'
        : always
          ? 'only asserts something that is always true'
          : 'asserts nothing'
      return [worse(path, test, what, objects)]
    }),
  ]
}

/** Go has no other way to fail than its `t`, and a panic. */
function cannotFail({ code, body }: WrittenTest, language: Language): boolean {
  const name = /\bfunc\s+\w+\(\s*(\w+)\s+\*testing\.[TF]\s*\)/.exec(code)?.[1]
  if (language !== 'go' || name === undefined) return false
  const harmless = new RegExp(
    `\\b${name}\\.(?:Log|Logf|Helper|Parallel|Name|Run)\\(|\\b${name}\\s+\\*testing\\.T\\b`,
    'g',
  )
  return !new RegExp(`\\b(?:${name}|panic|assert|require|is|expect|must\\w*|check\\w*)\\b`, 'i').test(
    body.replace(harmless, ' '),
  )
}

/** Whether every new or changed test of a file asserts nothing. A test that something does not crash asserts that. */
export function hasOnlyEmptyTests({ path, before, now }: ChangedText): boolean {
  const old = readTests(path, before)
  return readTests(path, now).some(file => {
    const changed = file.tests.filter(test => asItWas(test, path, old)?.code !== test.code)
    const empty = emptyTests({ ...file, lent: NOTHING }, old, {
      coverage: false,
      tests: false,
      removed: [],
      corrected: false,
    })
    return changed.length > 0 && empty.filter(({ what }) => !SMOKE.test(what)).length === changed.length
  })
}

const worse = (path: string, { title, line }: WrittenTest, what: string, objects: boolean): Worse => ({
  rule: 'empty-test',
  objection: objects ? 'weakened' : null,
  what: `"${title}" ${what}`,
  path,
  line,
})

/** New tests at the top level with the body of an old one. In a group, the same body can run on another setup. */
function copiesIn(fresh: readonly WrittenTest[], before: readonly Read[]): WrittenTest[] {
  const bodyOf = ({ spoken, code, body }: WrittenTest): string =>
    spoken.slice(code.length - body.length).replace(/\s+/g, '')
  const isOnTop = ({ indent }: WrittenTest): boolean => indent === 0
  const old = new Set(before.flatMap(({ tests }) => tests.filter(isOnTop).map(bodyOf)))
  return fresh.filter(test => isOnTop(test) && test.body.trim() !== '' && old.has(bodyOf(test)))
}

const TRIVIAL =
  /\b(?:console\.\w+|print(?:ln!?)?|fmt\.Print\w*|t\.(?:Log\w*|Parallel|Helper))\s*\([^()]*\)|\b(?:pass|return|true|false|null|nil|undefined|None|Ok|do|end|\d+)\b/g

const HEADER = /^[\s\S]*?\bdef\s+\w+[?!]?\s*(?:\([^()\n]*\))?\s*(?:->[^:\n]*)?:?/

/** Whether a test does nothing at all. */
function isBlank({ body, code }: WrittenTest): boolean {
  // `def test_x(): pass` has its body on the first line.
  const own = body.trim() === '' ? code.replace(HEADER, '') : body
  const inside = own.replace(
    /^[\s,]*(?:\{[^{}]*\}\s*,\s*)?(?:async\s*)?(?:function\b\s*\w*\s*\([^()]*\)|\([^()]*\)\s*=>|\w+\s*=>)/,
    '',
  )
  return !/[\p{L}\p{N}]/u.test(inside.replace(TRIVIAL, ''))
}
