import { appended, type Mark, type Plant, type PlantRequest } from './plant.ts'

/** Tests in JavaScript and TypeScript: with the test function and the assertions that this very file uses. */
export function plantJavaScript({ path, text, word }: PlantRequest): Plant | null {
  const code = withoutComments(text)
  const test = testFunction(code)
  if (test === null) return null
  const [thrown, asserted] = [word(), word()]
  const call = assertion(code)
  const marks: Mark[] = [{ shows: 'throw', word: thrown }]
  const lines = [declared(test, thrown, `throw new Error('${thrown}')`)]
  if (call !== null) {
    marks.push({ shows: 'assertion', word: asserted })
    lines.push(declared(test, asserted, call))
  }
  return { path, text: appended(text, lines.join('\n')), marks }
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

/** `import check from 'ava'`: a runner's test function under another name. */
function importedName(code: string): TestFunction | null {
  const name = /import\s+(\w+)\s+from\s+['"](?:ava|tape|node:test|uvu)['"]/.exec(code)?.[1]
  return name === undefined ? null : { name, parameter: 't', end: '' }
}

/** A false statement in the words of this file's own assertions; null when it has none that we know. */
function assertion(code: string): string | null {
  if (/(?<![.\w$])expect\s*\([^;]*\)\s*\.\s*(?:not\s*\.\s*)?to[A-Z]/.test(code)) return 'expect(1).toBe(2)'
  if (/(?<![.\w$])expect\s*\([^;]*\)\s*\.\s*to\b/.test(code)) return 'expect(1).to.equal(2)'
  const object =
    /(?<![.\w$])(assert|strict|should)\s*\.\s*(?:equal|strictEqual|deepEqual|deepStrictEqual|ok)\s*\(/.exec(code)?.[1]
  if (object !== undefined) return `${object}.strictEqual(1, 2)`
  const bare = /(?<![.\w$])(strictEqual|assertEquals|equal|deepEqual|deepStrictEqual|is)\s*\(/.exec(code)?.[1]
  if (bare !== undefined && new RegExp(`import[^;]*\\b${bare}\\b|require`).test(code)) return `${bare}(1, 2)`
  const handed = /(?<![.\w$])(t)\s*\.\s*(is|equal|same|strictEqual)\s*\(/.exec(code)
  return handed ? `${handed[1]}.${handed[2]}(1, 2)` : null
}

/** Good enough to find names in: a string that looks like a comment only hides a name from us. */
const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:'"`\\])\/\/.*$/gm, '$1')
