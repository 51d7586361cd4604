import { PYTHON_MODULES } from '../../../tools/protection/detection.ts'
import type { Language } from '../../../tools/syntax/language.ts'
import { closingOf, type WrittenTest } from './find-tests.ts'

const COMMON = String.raw`\bexpect(?:\.\w+)*\s*\(|\bexpect\s*\{|\.expect\w*\s*\(|\bassert\w*(?:\.\w+)*[!?]?\s*\(|\bassert\w*!\s*[[{]|\.(?:and)?(?:assert|verify|should|must|expect)\w*\b|\bverify\w*\s*\(|\b(?:refute|flunk|fail)\w*\b|\bshould\b`

const NATIVE = String.raw`${COMMON}|\b(?:EXPECT|ASSERT|REQUIRE|CHECK|BOOST_(?:CHECK|REQUIRE|TEST)|TEST_ASSERT|CU_ASSERT|ck_assert|XCTAssert)\w*\s*\(`

const BY_LANGUAGE: Partial<Record<Language, string>> = {
  python: String.raw`\bassert\b|\bself\.(?:assert|fail)\w*|\.assert_\w+|\b(?:${PYTHON_MODULES}|self)\.(?:raises|warns|fail|approx|assertRaises\w*)|\bexpect\w*\(|\braises\(|\b(?:assert|check|verify|ensure)_\w+\(`,
  go: String.raw`\b(?:t|tb|s|b|f)\.(?:Error|Errorf|Fatal|Fatalf|Fail|FailNow|Require|Assert|Equal|NoError|True|False)\b|\b(?:require|assert|is|qt|gomega|check)\.\w+\(|\bExpect\(|\w+\((?:t|tb)\b|\bpanic\(`,
  rust: String.raw`\b\w*assert\w*!|\b(?:panic|unreachable|matches)!|\.(?:unwrap|expect|unwrap_err|expect_err)\(|\?;|\?\s*$|should_panic|\b(?:assert|check|verify|expect)_\w+\(`,
  ruby: String.raw`\bexpect\b|\b(?:assert|refute|must|wont)_?\w*|\bshould\b|\.to\b|\bis_expected\b|\bflunk\b`,
  c: NATIVE,
  swift: String.raw`${NATIVE}|#(?:expect|require)\s*\(`,
  elixir: String.raw`\b(?:assert|refute|flunk)\w*\b`,
  // Every command of a shell test can fail it, apart from those that never do.
  shell: String.raw`(?<=^|[;{}\n|&(!]|\b(?:then|do|else|if))[ \t]*(?!(?:true|:|echo|printf|return|exit|sleep|skip|local|export|set|fi|done|then|else|do|cd|mkdir)(?![\w-]))[\w./$"[]`,
  php: String.raw`(?:->|::)(?:assert|expect|should|verify)\w*|\bexpect\(|\bassert\w*\(|addToAssertionCount`,
}

// Calls that throw or wait when the page is not as expected, and plans for a number of assertions.
const SCRIPT = String.raw`|\bcy\.\w+|\b(?:screen|page|within\([^)]*\))\.(?:get|find|wait)\w+|\bwaitFor\w*\(|\bt\.(?:is|not|deepEqual|equal|equals|ok|true|false|throws|truthy|falsy|same|like|pass|fail|notOk|notThrows|snapshot|match|plan|end)\w*\(|\bsinon\.assert|\bchai\b|\btoMatch\w*\(|\bdone\(|\breject\w*\(|\bthrow\b`

export function assertionPattern(language: Language): RegExp {
  const own = BY_LANGUAGE[language]
  return new RegExp(
    own ?? (/script$|sx$|markup/.test(language) ? COMMON + SCRIPT : COMMON),
    own || /script$|sx$|markup/.test(language) ? 'gm' : 'gim',
  )
}

/** One assertion, to the end of its statement. */
export interface Assertion {
  readonly text: string
  /** The same with strings blank, and in Go with the condition under which it fails. */
  readonly code: string
  readonly words: readonly string[]
}

export function assertionsIn(test: WrittenTest, language: Language): Assertion[] {
  if (/^[^{;]*\{?\s*return\s*;?\s*(?:\n|$)/.test(headless(test.body))) return []
  const found: Assertion[] = []
  let end = -1
  for (const { index } of test.code.matchAll(assertionPattern(language))) {
    // Matchers that follow on the same subject belong to it.
    if (index < end || (index < test.code.length - test.body.length && !/^should_panic/.test(test.code.slice(index))))
      continue
    end = statementEnd(test.code, index)
    const from = language === 'go' ? conditionBefore(test.code, index) : index
    const text = test.spoken.slice(index, end)
    found.push({ text, code: test.code.slice(from, end), words: wordsIn(test.spoken.slice(from, end)) })
  }
  return found
}

/** `if got != want { t.Errorf(…) }` compares before it reports. */
const conditionBefore = (code: string, index: number): number =>
  index - (/\bif\s[^\n{]*\{\s*$/.exec(code.slice(Math.max(0, index - 400), index))?.[0].length ?? 0)

/** The first statement of a body: nothing after a `return` there is reached. */
const headless = (body: string): string => body.replace(/^[\s\S]*?(?:=>|\)|:)\s*(?=\{|\n)/, '')

function statementEnd(code: string, from: number): number {
  for (let at = from; at < code.length; at++) {
    const sign = code[at] ?? ''
    if (/[([{]/.test(sign)) at = closingOf(code, at)
    else if (sign === ';' || /[)\]}]/.test(sign)) return at
    else if (sign === '\n' && !/^\s*(?:\.|->|\|\||&&|and\b|or\b)/.test(code.slice(at + 1, at + 80))) return at
  }
  return code.length
}

const MATCHERS =
  /^(?:expect\w*|assert\w*|should\w*|verify\w*|refute\w*|to|be|eq|eql|is|isnt|not|and|that|self|this|await|async|true|false|null|None|nil|True|False|undefined|t|tb|require|const|let|var|return|toBe\w*|toEqual|toStrictEqual|toHave\w*|toContain\w*|toMatch\w*|toThrow\w*|resolves|rejects|equal\w*|deepEqual\w*|strictEqual|deepStrictEqual|ok|Equal|NotNil|NoError|True|Fatalf?|Errorf?|msg|message|got|want|actual|expected|result)$/

/** The subject of an assertion: names and values, without the words of assertion libraries. */
export const wordsIn = (text: string): string[] =>
  (text.match(/[A-Za-z_$][\w$]*|\d+(?:\.\d+)?/g) ?? []).filter(word => !MATCHERS.test(word))

const VALUE = String.raw`(?:true|false|True|False|nil|null|None|undefined|-?\d+(?:\.\d+)?|'[^']*'|"[^"]*")`
const SIMPLE = String.raw`[A-Za-z_$][\w$]*(?:\.\w+)*`
const ALWAYS: readonly RegExp[] = [
  new RegExp(
    String.raw`^expect\(\s*(${VALUE}|${SIMPLE})\s*\)\.(?:toBe|toEqual|toStrictEqual|to\.(?:be|equal|eql))\(\s*\1\s*\)`,
  ),
  /^expect\(\s*(?:true|1|"[^"]+"|'[^']+')\s*\)\.(?:toBeTruthy|toBeDefined|to\.be\.(?:true|ok))\b/,
  /^expect\(\s*true\s*\)\.(?:to|toBe)\b/,
  /^expect\(\s*(?:false|0|null|undefined)\s*\)\.(?:toBeFalsy|toBeNull|toBeUndefined|not\.toBeTruthy|to\.be\.false)/,
  new RegExp(
    String.raw`^(?:self\.|\$this->|self::)?assert\w*[!]?(?:\.\w+|::\w+)?\(\s*(?:t,\s*)?(${VALUE}|${SIMPLE}),\s*\1\s*[,)]`,
  ),
  /^(?:->|::|self\.|\.)?assert(?:_?[tT]rue|_that|That|\.ok|\.True|\.IsTrue|\.isTrue|\.strictEqual)?!?\(\s*(?:t,\s*)?(?:true|True|1)\s*[,)]/,
  new RegExp(String.raw`^assert\s+(?:True|1|not False|(${VALUE})\s*==\s*\1|([a-z_]\w*)\s*(?:==|is)\s*\2)\s*(?:,|#|$)`),
  /^assert\s+true\s*$/,
  // The other side, unless there is a value.
  /^(?:expect|(?:self\.|t\.)?assert\w*(?:\.\w+)?)\(\s*([\w.]+)(?:\)\.\w+\(|,)\s*\w+\s*(?:\?\?|\|\||\bor\b)\s*\1\s*\)/,
  // A pattern or a type that every string has.
  /^expect\b.*\.(?:to|toMatch|should|is_expected)\b.*(?:match\w*|toMatch|to\.match)\s*\(?\s*\/(?:\^?(?:\.\*|\[\\s\\S\]\*)\$?|)\/\w*\s*\)?\s*$|\btoMatch\(\s*\/\^?\.\*\$?\/\w*\s*\)/,
  /^(?:assert_match|self\.assertRegex|->assertMatchesRegularExpression|assert\.match)\b\W*(?:\/\^?\.\*\$?\/|r?["']\/?\.\*\/?["'])/,
  /^expect\b.*\b(?:be_a|be_an|be_kind_of|be_a_kind_of)\s*\(?\s*(?:Object|BasicObject)\b/,
  /^(?:\[\[?|test)\s+(["']?)(\w+)\1\s*(?:==?|-eq)\s*(["']?)\2\3\s*(?:\]|$)/,
]

/** Whether it is true whatever the code does. */
export const isAlwaysTrue = ({ text, code }: Assertion): boolean =>
  ALWAYS.some(pattern => pattern.test(text.trim())) || isFilledLiteral(code)

/** In Python, `assert [a in b for a in c]` and `assert (a == b, "text")` assert a list or a tuple, which is true unless it is empty. */
function isFilledLiteral(code: string): boolean {
  const open = /^assert\s*(?=\[)|^assert\s+(?=\()/.exec(code)?.[0].length
  if (open === undefined) return false
  const close = closingOf(code, open)
  const inner = code.slice(open + 1, close)
  if (!/^\s*(?:,|#|$)/.test(code.slice(close + 1))) return false
  return code[open] === '[' ? /\bfor\b/.test(inner) : hasComma(inner) && !/\bfor\b/.test(inner)
}

/** Outside of inner brackets. */
function hasComma(code: string): boolean {
  let depth = 0
  for (const sign of code) {
    if (/[([{]/.test(sign)) depth++
    else if (/[)\]}]/.test(sign)) depth--
    else if (sign === ',' && depth === 0) return true
  }
  return false
}

/** Whether the failure of an assertion is caught and forgotten. */
export const swallows = (test: WrittenTest, language: Language): boolean => swallowed(test.body, language).length > 0

/** The test without the blocks whose failures are caught and forgotten. */
export function withoutSwallowed(test: WrittenTest, language: Language): WrittenTest {
  const head = test.code.length - test.body.length
  const ranges = swallowed(test.body, language)
  const blank = (text: string, offset: number): string =>
    ranges.reduce(
      (rest, [from, to]) =>
        rest.slice(0, from + offset) +
        rest.slice(from + offset, to + offset).replace(/[^\n]/g, ' ') +
        rest.slice(to + offset),
      text,
    )
  return ranges.length === 0
    ? test
    : { ...test, code: blank(test.code, head), spoken: blank(test.spoken, head), body: blank(test.body, 0) }
}

type Range = readonly [from: number, to: number]

/** A failed assertion is an exception, so only these clauses catch it. */
const CATCHES_ALL = /^except\s*(?::|[^\n:]*\b(?:AssertionError|Exception|BaseException)\b)/
const FAILS_AGAIN = /\b(?:raise|throw|fail\w*|exit|abort)\b/

/** Assertions below the call that raises, in its own block: they are never reached. */
function afterRaising(body: string): Range[] {
  const blocks = body.matchAll(
    /^([ \t]*)with[ \t][^\n]*(?:\braises|\bassertRaises\w*)\((?![^\n]*(?:AssertionError|\bException\b))[^\n]*:[ \t]*\n((?:\1[ \t]+\S[^\n]*(?:\n|$)|[ \t]*\n)+)/gm,
  )
  return [...blocks].flatMap(({ index, 0: all, 1: indent = '', 2: block = '' }): Range[] => {
    const inner = /^[ \t]+/.exec(block.slice(indent.length))?.[0] ?? ''
    const later = new RegExp(`^${indent}${inner}assert\\b[^\\n]*`, 'gm')
    const start = index + all.length - block.length
    return [...block.matchAll(later)]
      .filter(found => found.index > 0)
      .map(found => [start + found.index, start + found.index + found[0].length] as const)
  })
}

function swallowed(body: string, language: Language): Range[] {
  const asserts = (code: string): boolean => assertionPattern(language).test(code)
  const forgets = (code: string): boolean => !asserts(code) && !FAILS_AGAIN.test(code)
  if (language === 'python')
    return [
      ...afterRaising(body),
      ...[
        ...body.matchAll(
          /^([ \t]*)try:[^\n]*\n((?:\1[ \t]+\S[^\n]*\n|[ \t]*\n)+)\1(except[^\n]*:)([^\n]*(?:\n(?:\1[ \t]+\S[^\n]*|[ \t]*(?=\n)))*)/gm,
        ),
        ...body.matchAll(
          /^([ \t]*)(?:with[ \t][^\n]*)((?:\bsuppress\()[^\n]*\n(?:\1[ \t]+\S[^\n]*\n?|[ \t]*\n)+)()()/gm,
        ),
      ].flatMap(({ index, 0: all, 2: block = '', 3: clause = '', 4: handler = '' }): Range[] => {
        const catches =
          clause === '' ? /suppress\([^\n]*(?:AssertionError|Exception)/.test(block) : CATCHES_ALL.test(clause)
        return catches && asserts(block) && forgets(handler) ? [[index, index + all.length]] : []
      }),
    ]
  if (language === 'ruby')
    return /\brescue\b[^\n]*\n\s*(?:nil\s*\n\s*)?end\b/.test(body) && asserts(body) ? [[0, body.length]] : []
  return [...body.matchAll(/\btry\s*\{/g)].flatMap(({ index, 0: opened }): Range[] => {
    const end = closingOf(body, index + opened.length - 1)
    const caught = /^\}\s*catch\s*(?:\([^)]*\))?\s*\{/.exec(body.slice(end))
    if (caught === null || !asserts(body.slice(index, end))) return []
    const close = closingOf(body, end + caught[0].length - 1)
    return forgets(body.slice(end + caught[0].length, close)) ? [[index, close + 1]] : []
  })
}
