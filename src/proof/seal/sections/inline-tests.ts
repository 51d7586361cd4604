import { TOOLS } from '../../../tools/catalog.ts'
import { PYTHON_MODULES } from '../../../tools/protection/detection.ts'
import type { Codec, Data, SectionPolicy } from './document.ts'

/**
 * Source that contains its own tests: test modules and examples in comments (Rust), examples and test functions (Python), blocks for
 * the runner (JavaScript), blocks that are compiled only for tests (C). Each test counts; the source around them belongs to the agent.
 */
interface Spot {
  readonly name: string
  readonly start: number
  readonly end: number
}

type Finder = (text: string) => readonly Spot[]

const INLINE_TESTS = 'tests'

export const inlineTestsPolicy: SectionPolicy = path =>
  path[0] !== INLINE_TESTS ? 'free' : path.length === 1 ? 'grows' : 'sealed'

/** Null for files that cannot contain such tests. */
export function inlineTestsCodec(path: string): Codec | null {
  const find = FINDERS.find(([ending]) => ending.test(path))?.[1]
  return find === undefined ? null : codecOf(find)
}

/** Whether it contains tests, or is the root of modules that do: a runner may report the root for all of them. */
export const holdsTests = (path: string, { [INLINE_TESTS]: tests, source }: Data): boolean =>
  Object.keys(tests as object).length > 0 ||
  (path.endsWith('.rs') && /^\s*(?:pub(?:\([^)]*\))?\s+)?mod\s+\w+\s*;/m.test(String(source)))

const EXAMPLE = /^example of (.+?)(?: \d+)?$/

/** The names of the declarations that have examples in their documentation. */
export function examplesIn(path: string, text: string): string[] {
  const tests = inlineTestsCodec(path)?.parse(text)?.[INLINE_TESTS] ?? {}
  return [...new Set(Object.keys(tests).flatMap(name => EXAMPLE.exec(name)?.[1] ?? []))]
}

/** The source without the examples of these declarations. */
export function withoutExamples(path: string, text: string, names: readonly string[]): string {
  const codec = inlineTestsCodec(path)
  const data = codec?.parse(text)
  if (!codec || !data) return text
  const kept = Object.entries(data[INLINE_TESTS] as object).filter(
    ([name]) => !names.includes(EXAMPLE.exec(name)?.[1] ?? ''),
  )
  return codec.print({ ...data, [INLINE_TESTS]: Object.fromEntries(kept) })
}

const codecOf = (find: Finder): Codec => ({
  parse(text) {
    // The placeholders below would be ambiguous; and a module from another file brings its own tests.
    if (text.includes('\0') || /^\s*#!?\[\s*path\s*=/m.test(text)) return undefined
    const tests: Record<string, string> = {}
    let [source, at] = ['', 0]
    for (const { name, start, end } of apart(find(text))) {
      const unique = uniqueIn(tests, name)
      tests[unique] = text.slice(start, end)
      source += `${text.slice(at, start)}\0${unique}\0`
      at = end
    }
    source += text.slice(at)
    return rebinds(source, Object.keys(tests)) ? undefined : { [INLINE_TESTS]: tests, source }
  },
  print({ [INLINE_TESTS]: tests, source }) {
    const left = new Map(Object.entries(tests as Record<string, string>))
    const text = String(source).replace(/\0([^\0]*)\0/g, (_, name: string) => {
      const test = left.get(name) ?? ''
      left.delete(name)
      return test
    })
    // Tests that are no longer in the file go to its end.
    const homeless = [...left.values()].map(inDocstring)
    return left.size === 0 ? text : `${text.replace(/\n*$/, '\n')}\n${homeless.join('\n\n')}\n`
  },
})

/** An example of Python is no code outside a docstring: the file could not be compiled. */
const inDocstring = (test: string, index: number): string =>
  /^\s*>>> /.test(test) ? `def _example_${index}():\n    """\n${test.replace(/^[^\S\n]*/gm, '    ')}\n    """` : test

/** If a name can be rebound, source that mentions a test may replace it: then every byte counts. */
function rebinds(source: string, tests: readonly string[]): boolean {
  const names = tests.filter(name => /^test/i.test(name)).map(name => name.split(' ')[0] ?? '')
  if (names.length === 0) return false
  const code = source.replace(/\0[^\0]*\0/g, '')
  return new RegExp(
    `\\b(?:${names.join('|')}|__test__|(?:${PYTHON_MODULES})mark|globals|locals|vars|setattr|exec|eval)\\b`,
  ).test(code)
}

function uniqueIn(names: Readonly<Record<string, string>>, name: string): string {
  for (let count = 1; ; count++) {
    const unique = count === 1 ? name : `${name} ${count}`
    if (!Object.hasOwn(names, unique)) return unique
  }
}

/** In order; of overlapping ones, the first. */
function apart(spots: readonly Spot[]): readonly Spot[] {
  let end = 0
  return [...spots]
    .sort((a, b) => a.start - b.start)
    .filter(spot => {
      if (spot.start < end) return false
      end = spot.end
      return true
    })
}

/** Blocks whose head starts a line and whose closing brace is first on its own line, as formatters write them, or all on one line. */
const bracedBlocks =
  (head: RegExp, nameOf: (match: RegExpMatchArray) => string): Finder =>
  text =>
    [...text.matchAll(head)].flatMap(match => {
      const opening = text.lastIndexOf('\n', match.index + match[0].length - 1) + 1
      const line = (text.slice(opening).split('\n')[0] ?? '').trimEnd()
      if (line.endsWith('}') && line.split('{').length === line.split('}').length)
        return [{ name: nameOf(match), start: match.index, end: opening + line.length }]
      const closing = /^\}[^\S\n]*\r?$/gm
      closing.lastIndex = match.index + match[0].length
      const found = closing.exec(text)
      return found === null ? [] : [{ name: nameOf(match), start: match.index, end: found.index + 1 }]
    })

const rustModules = bracedBlocks(
  /^#\[cfg\((?:test|all\(\s*test\b[^\]]*\))\)\]\s*(?:#\[[^\n]*\]\s*)*(?:pub(?:\([^)]*\))?\s+)?mod\s+(\w+)\s*\{/gm,
  ([, name]) => `mod ${name}`,
)
/** The file of the module, if it has its own. */
const rustDeclarations: Finder = text =>
  [...text.matchAll(/^#\[cfg\((?:test|all\(\s*test\b[^\]]*\))\)\]\s*(?:pub(?:\([^)]*\))?\s+)?mod\s+(\w+)\s*;/gm)].map(
    match => ({
      name: `mod ${match[1]}`,
      start: match.index,
      end: match.index + match[0].length,
    }),
  )
const rustFunctions = bracedBlocks(
  /^#\[(?:\w+::)*test(?:\([^\n]*\))?\]\s*(?:#\[[^\n]*\]\s*)*(?:pub\s+)?(?:async\s+)?fn\s+(\w+)[^{]*\{/gm,
  ([, name]) => `fn ${name}`,
)
const scriptBlocks = TOOLS.flatMap(({ protection }) => protection?.inlineTests ?? []).map(start =>
  bracedBlocks(start, ([head]) => head.replace(/^if \(|\)\s*\{$/g, '')),
)

/** Examples in comments belong to the declaration after them. */
const rustExamples: Finder = text =>
  [
    ...text.matchAll(
      /^[^\S\n]*\/\/[/!][^\S\n]*```[^\n]*\n(?:[^\S\n]*\/\/[/!](?![^\S\n]*```)[^\n]*\n)*[^\S\n]*\/\/[/!][^\S\n]*```/gm,
    ),
  ].map(match => {
    const end = match.index + match[0].length
    const behind = /^(?![^\S\n]*(?:\/\/|#\[)).*\b(?:fn|struct|enum|trait|mod|const|static|type|union)\s+(\w+)/m
    return { name: `example of ${behind.exec(text.slice(end))?.[1] ?? 'the crate'}`, start: match.index, end }
  })

/** A top-level function or class with its decorators, up to the next one. */
const pythonTests: Finder = text =>
  [
    ...text.matchAll(
      /^(?:@[^\n]*\n)*(?:(?:async[^\S\n]+)?def[^\S\n]+(test\w*)|class[^\S\n]+(Test\w*))[^\n]*(?:\n(?:[^\S\n][^\n]*|[)\]}][^\n]*|[^\S\n]*(?=\n)))*/gm,
    ),
  ].map(match => {
    const whole = match[0].replace(/\s*$/, '')
    return { name: match[1] ?? match[2] ?? '', start: match.index, end: match.index + whole.length }
  })

/** Examples are in the docstring of the declaration above them. */
const pythonExamples: Finder = text =>
  [...text.matchAll(/^[^\S\n]*>>> [^\n]*(?:\n(?![^\S\n]*(?:\n|$|"""|'''))[^\n]*)*/gm)].map(match => {
    const above = [...text.slice(0, match.index).matchAll(/^\s*(?:async\s+)?(?:def|class)\s+(\w+)/gm)].at(-1)?.[1]
    return { name: `example of ${above ?? 'the module'}`, start: match.index, end: match.index + match[0].length }
  })

/** A block that is compiled only for tests: `#ifdef SDS_TEST_MAIN` to its `#endif`. With an `#else`, it is a choice between two programs. */
const cBlocks: Finder = text => {
  const found: Spot[] = []
  let [depth, begun]: [number, { readonly name: string; readonly start: number } | null] = [0, null]
  for (const { index, 0: line, 1: directive = '', 2: condition = '' } of text.matchAll(DIRECTIVE)) {
    if (/^if/.test(directive)) {
      if (depth === 0)
        begun =
          directive !== 'ifndef' && TEST_MACRO.test(condition)
            ? { name: `block ${TEST_MACRO.exec(condition)?.[0]}`, start: index }
            : null
      depth++
    } else if (directive === 'endif') {
      depth = Math.max(0, depth - 1)
      const end = index + line.length
      if (depth === 0 && begun !== null && RUNS_TESTS.test(text.slice(begun.start, end))) found.push({ ...begun, end })
    } else if (depth === 1) begun = null
  }
  return found
}
const DIRECTIVE = /^[ \t]*#[ \t]*(ifdef|ifndef|if|else|elif|endif)\b([^\n]*)/gm
const TEST_MACRO = /(?<!!\s*(?:defined\s*)?\(?)\b(?:\w+_)?(?:UNIT_?)?TESTS?(?:_\w+)?\b/
const RUNS_TESTS = /\b(?:main|test\w*)\s*\(/i

const both =
  (...finders: readonly Finder[]): Finder =>
  text =>
    finders.flatMap(find => find(text))

const FINDERS: readonly (readonly [RegExp, Finder])[] = [
  [/\.rs$/, both(rustModules, rustDeclarations, rustFunctions, rustExamples)],
  [/\.py$/, both(pythonTests, pythonExamples)],
  [/\.(?:c|h|cc|cpp|cxx|hh|hpp|inl)$/, cBlocks],
  [/\.[cm]?[jt]sx?$/, both(...scriptBlocks)],
]
