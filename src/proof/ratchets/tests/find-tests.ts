import type { Language } from '../../../tools/syntax/language.ts'
import type { Syntax } from '../../../tools/syntax/syntax.ts'

/** A test as it is written. */
export interface WrittenTest {
  /** Its name, with that of its class. */
  readonly title: string
  readonly line: number
  /** Characters before it on its line. */
  readonly indent: number
  /** Its code with strings, from its decorators to its end. */
  readonly spoken: string
  /** The same with strings blank. */
  readonly code: string
  /** Only its body. */
  readonly body: string
}

interface Found {
  readonly title: string
  readonly start: number
  readonly body: readonly [number, number]
}

export function testsIn(syntax: Syntax): WrittenTest[] {
  return findersFor(syntax.language)
    .flatMap(find => find(syntax))
    .map(({ title, start, body: [from, to] }) => ({
      title,
      line: syntax.lineAt(start),
      indent: start - 1 - syntax.code.lastIndexOf('\n', start - 1),
      spoken: syntax.spoken.slice(start, to),
      code: syntax.code.slice(start, to),
      body: syntax.code.slice(from, to),
    }))
}

type Finder = (syntax: Syntax) => Found[]

function findersFor(language: Language): readonly Finder[] {
  if (language === 'python') return [pythonTests]
  if (language === 'ruby' || language === 'elixir') return [rubyTests]
  if (language === 'shell') return [batsTests]
  if (language === 'yaml') return []
  if (language === 'c') return [macroTests, declaredTests]
  return language === 'php'
    ? [calledTests, declaredTests]
    : /script$|sx$|markup/.test(language)
      ? [calledTests]
      : [declaredTests]
}

/** `test('title', () => …)`, with or without a table before the title. */
function calledTests({ code, text }: Syntax): Found[] {
  // `const arrays = suite('arrays')` creates a function that declares the tests of a suite.
  const suites = [...code.matchAll(/(?:const|let|var)\s+(\w+)\s*=\s*(?:uvu\.)?suite(?:<[^>\n]*>)?\(/g)]
    .map(([, name]) => `|${name}`)
    .join('')
  const calls = new RegExp(
    `(?<![\\w.$>])(?:it|test|specify|fit|xit|Deno\\.test${suites})(?:\\.(?!skip\\b|todo\\b|describe\\b|step\\b|use\\b|before|after|run\\b)\\w+)*\\s*[(\`]`,
    'g',
  )
  return [...code.matchAll(calls)].flatMap(({ index, 0: call }) => {
    let open = index + call.length - 1
    if (/\.(?:each|for|skipIf|runIf)\s*[(`]$/.test(call)) {
      const next = (code[open] === '`' ? code.indexOf('`', open + 1) : closingOf(code, open)) + 1
      if (!/^\s*\(/.test(code.slice(next, next + 20))) return []
      open = code.indexOf('(', next)
    }
    const end = closingOf(code, open)
    const quote = /^\(\s*(["'`])/.exec(code.slice(open, open + 200))
    if (!quote?.[1]) return []
    const from = open + quote[0].length
    const close = code.indexOf(quote[1], from)
    if (close < 0 || close > end || !/^\s*,/.test(code.slice(close + 1, end))) return []
    return [{ title: text.slice(from, close), start: index, body: [close + 1, end] as const }]
  })
}

const DECLARED =
  /(?<=^|[\n{};])[ \t]*((?:(?:@\w+(?:\([^)\n]*\))?|#?\[[^\]\n]*\])\s*)*)(?:[\w.]+(?:<[^>\n]*>)?(?:\[\])?[ \t]+)+(?:\([^)\n]*\)[ \t]*)?(`[^`\n]*`|\w+)[ \t]*(?:<[^>\n]*>)?\(/g
const MARKED =
  /@(?:\w+\.)*(?:Test|ParameterizedTest|RepeatedTest|Property)\b|#\[\s*(?:\w+::)*(?:test|rstest|test_case|Test)\b|\[\s*(?:Fact|Theory|Test|TestMethod|TestCase)\b/

/** Functions that are tests by their attribute or by their name. */
function declaredTests({ code, language }: Syntax): Found[] {
  return [...code.matchAll(DECLARED)].flatMap(({ index, 0: found, 1: marks = '', 2: name = '' }) => {
    const named =
      language === 'go' ? /^(?:Test(?!Main$)|Fuzz)(?![a-z])/ : /^(?:swift|php)$/.test(language) ? /^test/ : null
    if (!MARKED.test(marks) && !named?.test(name)) return []
    const parameters = closingOf(code, index + found.length - 1)
    const open = code.indexOf('{', parameters)
    const stop = code.indexOf(';', parameters)
    if (open < 0 || (stop >= 0 && stop < open)) return []
    const start = index + (found.match(/^\s*/)?.[0].length ?? 0)
    return [{ title: name, start, body: [open, closingOf(code, open)] as const }]
  })
}

/** `TEST(Group, Name) { … }` of googletest and Unity, `TEST_CASE("title") { … }` of Catch2 and doctest, and those of Boost. */
function macroTests({ code, text }: Syntax): Found[] {
  const macros =
    /^[ \t]*(?:TEST|TEST_[FP]|TYPED_TEST(?:_P)?|TEST_CASE|SCENARIO|BOOST_(?:AUTO|FIXTURE)_TEST_CASE|START_TEST)[ \t]*\(/gm
  return [...code.matchAll(macros)].flatMap(({ index, 0: found }) => {
    const named = closingOf(code, index + found.length - 1)
    const open = /^\)\s*\{/.exec(code.slice(named))?.[0].length
    if (open === undefined) return []
    const title = text
      .slice(index + found.length, named)
      .replaceAll(/["\s]+/g, ' ')
      .trim()
    return [{ title, start: index, body: [named + open, closingOf(code, named + open - 1)] as const }]
  })
}

/** `@test "title" { … }` */
function batsTests({ code, text }: Syntax): Found[] {
  return [...code.matchAll(/^[ \t]*@test[ \t]+(["'])[^\n]*?\1[ \t]*\{/gm)].map(({ index, 0: found }) => {
    const open = index + found.length - 1
    const title = text.slice(index, open).replace(/^[^"']*["']|["']\s*$/g, '')
    return { title, start: index, body: [open + 1, closingOf(code, open)] as const }
  })
}

function pythonTests({ code }: Syntax): Found[] {
  const lines = code.split('\n')
  const offsets = offsetsOf(lines)
  return lines.flatMap((line, at) => {
    const found = /^(\s*)(?:async\s+)?def\s+(test\w*)\s*\(/.exec(line)
    if (!found) return []
    const depth = found[1]?.length ?? 0
    let end = at + 1
    while (
      end < lines.length &&
      (/^\s*$/.test(lines[end] ?? '') || indentOf(lines[end]) > depth || /^\s*\)/.test(lines[end] ?? ''))
    )
      end++
    let first = at
    while (
      first > 0 &&
      (/^\s*[@)\]]/.test(lines[first - 1] ?? '') ||
        (indentOf(lines[first - 1]) > depth && opensDecorator(lines, first - 1, depth)))
    )
      first--
    const owner = lines.slice(0, at).findLast(text => /^\s*class\s/.test(text) && indentOf(text) < depth)
    const name = depth > 0 ? `${/class\s+(\w+)/.exec(owner ?? '')?.[1] ?? ''}.${found[2]}` : (found[2] ?? '')
    return [
      {
        title: name,
        start: offsets[first] ?? 0,
        body: [(offsets[at] ?? 0) + line.length, offsets[end] ?? code.length] as const,
      },
    ]
  })
}

/** A table of parameters continues on indented lines, up to the line of its `@`. */
function opensDecorator(lines: readonly string[], from: number, depth: number): boolean {
  for (let at = from; at >= 0 && from - at < 40; at--) {
    if (/^\s*@/.test(lines[at] ?? '') && indentOf(lines[at]) === depth) return true
    if (indentOf(lines[at]) <= depth && !/^\s*[)\]]/.test(lines[at] ?? '')) return false
  }
  return false
}

function rubyTests({ code, text }: Syntax): Found[] {
  const lines = code.split('\n')
  const offsets = offsetsOf(lines)
  return lines.flatMap((line, at) => {
    const called = /^(\s*)(?:it|specify|test|example|scenario|should)\b\s*\(?\s*["']/.exec(line)
    const defined = /^(\s*)def\s+(test_\w+)/.exec(line)
    const found = called ?? defined
    if (!found || (called && !/\bdo\b|\{/.test(line))) return []
    const indent = found[1] ?? ''
    const end = lines.findIndex((other, index) => index > at && new RegExp(`^${indent}(?:end|\\})`).test(other))
    const offset = offsets[at] ?? 0
    const written = text.slice(offset, offset + line.length)
    const title = defined?.[2] ?? /(["'])((?:\\.|(?!\1).)*)\1/.exec(written)?.[2] ?? ''
    const to = /\{.*\}\s*$/.test(line) ? offset + line.length : end < 0 ? code.length : (offsets[end] ?? code.length)
    return [{ title, start: offset, body: [offset + found[0].length, to] as const }]
  })
}

const indentOf = (line = ''): number => /^\s*/.exec(line)?.[0].length ?? 0

function offsetsOf(lines: readonly string[]): number[] {
  const offsets: number[] = []
  let at = 0
  for (const line of lines) {
    offsets.push(at)
    at += line.length + 1
  }
  return offsets
}

/** Where the bracket that opens here is closed; strings are blank. */
export function closingOf(code: string, from: number): number {
  let depth = 0
  for (let at = from; at < code.length; at++) {
    const sign = code.charCodeAt(at)
    if (sign === 40 || sign === 91 || sign === 123) depth++
    else if ((sign === 41 || sign === 93 || sign === 125) && --depth === 0) return at
  }
  return code.length
}
