import { appendedTo, type Mark, MOST_PAIRS, type Plant, type PlantRequest } from './plant.ts'

/** Tests in JavaScript and TypeScript: with the test function and the assertions that this very file uses. */
export function plantJavaScript({ path, text, word, differed }: PlantRequest): Plant | null {
  const code = withoutComments(text)
  const test = testFunction(code)
  if (test === null) return null
  const thrown = word()
  const state = assertion(code)
  const marks: Mark[] = [{ shows: 'throw', word: thrown, code: declared(test, thrown, `throw new Error('${thrown}')`) }]
  for (const { received, expected } of state === null ? [] : [ONE_AND_TWO, ...differed.slice(0, MOST_PAIRS)]) {
    const asserted = word()
    marks.push({
      shows: 'assertion',
      word: asserted,
      code: declared(test, asserted, state?.(received, expected) ?? ''),
    })
  }
  return { path, marks, around: inSource(text) ?? appendedTo(text) }
}

/** Tests inside the source are in their own block, and only there the runner's functions are defined. */
function inSource(text: string): Plant['around'] | null {
  const head = /^if \(import\.meta\.vitest\)\s*\{/m.exec(text)
  const end = head === null ? -1 : text.indexOf('\n}', head.index)
  return end < 0 ? null : code => `${text.slice(0, end)}\n${code}${text.slice(end)}`
}

interface TestFunction {
  readonly name: string
  /** What the callback must take: tap, tape and ava hand the assertions to it. */
  readonly parameter: string
  /** The runner waits for this call; without it the test never ends. */
  readonly end: string
}

const declared = ({ name, parameter, end }: TestFunction, title: string, body: string): string =>
  `${name}('${title}', (${parameter}) => { ${body}${end === '' ? '' : `; ${end}`} })`

/** `test` or `it`, imported or global; `Deno.test`; never one that is only a method of something else. */
function testFunction(code: string): TestFunction | null {
  const name =
    /(?<![.\w$])(Deno\.test|QUnit\.test|t\.test|tap\.test)\s*\(/.exec(code)?.[1] ??
    /(?<![.\w$])(test|it|specify)\s*(?:\.\s*(?:each|concurrent|only|skip|serial|failing|for|todo)\b|\()/.exec(
      code,
    )?.[1] ??
    null
  if (name === null) return importedName(code)
  const handed = /(?<![.\w$])(?:test|it)\s*\([^,]+,\s*(?:async\s*)?(?:function\s*)?\(?\s*(t|assert)\b/.exec(code)?.[1]
  const tape = handed !== undefined && new RegExp(`\\b${handed}\\.(?:end|plan)\\s*\\(`).test(code)
  return { name, parameter: handed ?? '', end: tape ? `${handed}.end()` : '' }
}

const RUNNERS = String.raw`['"](?:ava|tape|tap|uvu|zora|node:test|bun:test|vitest|@jest/globals)['"]`
/** `import check from 'ava'`, `const check = require('tape')`. */
const WHOLE = new RegExp(String.raw`\bimport\s+(\w+)\s+from\s+${RUNNERS}|\b(\w+)\s*=\s*require\(\s*${RUNNERS}`)
/** `import { test as check } from 'vitest'`, `const { it: check } = require('node:test')`. */
const RENAMED = new RegExp(
  String.raw`\{[^{}]*\b(?:test|it)\s*(?:as\s+|:\s*)(\w+)[^{}]*\}\s*(?:from\s+|=\s*require\(\s*)${RUNNERS}`,
)

/** A runner's test function under another name. */
function importedName(code: string): TestFunction | null {
  const found = WHOLE.exec(code) ?? RENAMED.exec(code)
  const name = found?.[1] ?? found?.[2]
  return name === undefined ? null : { name, parameter: 't', end: '' }
}

const ONE_AND_TWO = { received: '1', expected: '2' }

/** Node's assertions under any name. */
const ASSERT =
  /\bimport\s+(?:\*\s+as\s+)?(\w+)\s+from\s+['"](?:node:)?assert(?:\/strict)?['"]|\b(\w+)\s*=\s*require\(\s*['"](?:node:)?assert(?:\/strict)?['"]/

/** How this file's own assertions compare two values; null when it has no known ones. */
export function assertion(code: string): ((received: string, expected: string) => string) | null {
  if (/(?<![.\w$])expect\s*\([^;]*\)\s*\.\s*(?:not\s*\.\s*)?to[A-Z]/.test(code))
    return (a, b) => `expect(${a}).toBe(${b})`
  if (/(?<![.\w$])expect\s*\([^;]*\)\s*\.\s*to\b/.test(code)) return (a, b) => `expect(${a}).to.equal(${b})`
  const object =
    /(?<![.\w$])(assert|strict|should)\s*\.\s*(?:equal|strictEqual|deepEqual|deepStrictEqual|ok)\s*\(/.exec(code)?.[1]
  const asserts = object ?? ASSERT.exec(code)?.slice(1).find(Boolean)
  if (asserts !== undefined) return (a, b) => `${asserts}.strictEqual(${a}, ${b})`
  const bare = /(?<![.\w$])(strictEqual|assertEquals|equal|deepEqual|deepStrictEqual|is)\s*\(/.exec(code)?.[1]
  if (bare !== undefined && new RegExp(`import[^;]*\\b${bare}\\b|require`).test(code))
    return (a, b) => `${bare}(${a}, ${b})`
  const handed = /(?<![.\w$])(t)\s*\.\s*(is|equal|same|strictEqual)\s*\(/.exec(code)
  return handed ? (a, b) => `${handed[1]}.${handed[2]}(${a}, ${b})` : null
}

/** Good enough to find names in: a string that looks like a comment only hides a name from us. */
export const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:'"`\\])\/\/.*$/gm, '$1')
