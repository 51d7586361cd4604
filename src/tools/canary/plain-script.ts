import { basename, dirname, join } from 'node:path/posix'

/** A test file as a separate program: no runner, no assertion library, and no name that looks like a test. */
export interface PlainScript {
  readonly files: readonly { readonly path: string; readonly text: string }[]
  readonly program: 'node' | 'python3'
  /** What to start. */
  readonly main: string
}

export interface PlainRequest {
  /** From the root of the tree. */
  readonly path: string
  readonly text: string
  /** The path of the tree. */
  readonly root: string
  /** A new random word: the name of the folder, and the prefix of each reported line. */
  readonly word: string
}

// Things that only a runner provides, or that depend on the location of the file.
const NEEDS_RUNNER =
  /\b(?:jest|vi|sinon|td|nock)\s*\.|\bmock\w*\b|\b__dirname\b|\b__filename\b|\bimport\.meta\b|\bprocess\.(?:env|argv)\b|\buseFakeTimers\b|\.(?:each|concurrent|for|plan|step)\b|\bt\.\w|\bdone\b|^\s*export\s/m
const RUNNERS = /^(?:node:test|vitest|@jest\/globals|mocha|bun:test)$/
const ASSERTS = /^(?:node:)?assert(?:\/strict)?$/
const EXPECTS = /^(?:chai|expect)$/
const IMPORT = /^import\s+(?:([^;"'`]*?)\s+from\s+)?["']([^"'\n]+)["'][ \t]*;?/gm
const REQUIRE = /\b(require|import)\(\s*["'`]([^"'`\n$]+)["'`]\s*\)/g

/** JavaScript. Null when the file needs more than its own text and its imports. */
export function plainJavaScript({ path, text, root, word }: PlainRequest): PlainScript | null {
  if (!/\.[cm]?js$/.test(path) || NEEDS_RUNNER.test(text)) return null
  const place = (name: string): string => (/^\.{1,2}\//.test(name) ? join(root, dirname(path), name) : name)
  const isModule = path.endsWith('.mjs') || (!path.endsWith('.cjs') && /^import\s/m.test(text))
  const heads: string[] = []
  const body = text
    .replace(/^#!.*/, '')
    .replace(IMPORT, (_, names: string | undefined, name: string) => {
      const given = stubOf(name, word)
      if (given !== null) return names === undefined ? '' : bound(names, given)
      heads.push(`import ${names === undefined ? '' : `${names} from `}${JSON.stringify(place(name))}`)
      return ''
    })
    .replace(REQUIRE, (_, how: string, name: string) => stubOf(name, word) ?? `${how}(${JSON.stringify(place(name))})`)
  const [main, runner] = [`${word}/main.${isModule ? 'mjs' : 'cjs'}`, `${word}/first.cjs`]
  const beside = JSON.stringify(`./${basename(runner)}`)
  const first = isModule ? `import ${word} from ${beside}` : `const ${word} = require(${beside})`
  const lines = [first, ...heads, `const { ${GLOBALS} } = ${word}`, '{', body, '}', `${word}.loaded()`, '']
  return {
    program: 'node',
    main,
    files: [
      { path: runner, text: FIRST.replaceAll('WORD', word) },
      { path: main, text: lines.join('\n') },
    ],
  }
}

const GLOBALS =
  'test, it, specify, describe, context, suite, expect, before, after, beforeEach, afterEach, beforeAll, afterAll'

const stubOf = (name: string, word: string): string | null =>
  RUNNERS.test(name) ? `${word}.test` : ASSERTS.test(name) ? `${word}.assert` : EXPECTS.test(name) ? word : null

/** What an import brings, as a declaration. */
function bound(names: string, from: string): string {
  const [, whole = '', braces] = /^\s*(?:\*\s*as\s+)?([\w$]*)\s*,?\s*(?:\{([\s\S]*)\})?\s*$/.exec(names) ?? []
  return [
    ...(whole === '' ? [] : [`const ${whole} = ${from}`]),
    ...(braces === undefined ? [] : [`const {${braces.replace(/\s+as\s+/g, ': ')}} = ${from}`]),
  ].join('; ')
}

/**
 * A minimal runner that runs tests one after the other and reports received and expected values. It takes what it needs before any
 * code of the project is loaded, and uses no library that the project could have changed.
 */
const FIRST = `const [{ isDeepStrictEqual, types }, { writeSync }] = ['node:util', 'node:fs'].map(name => require(name))
const { isPromise } = types
const { stringify } = JSON
const [tests, scopes] = [[], [{ before: [], after: [], each: [], done: [] }]]
const isPlain = value => typeof value === 'number' || typeof value === 'string'
const absorb = new Proxy(function () {}, { get: (_, key) => (key === 'then' ? undefined : absorb), apply: () => absorb })
const same = (received, expected) => {
  if (isDeepStrictEqual(received, expected)) return
  const kind = received === null || isPromise(received) ? '' : typeof received
  const told = isPlain(received) ? received : kind === 'object' || kind === 'function' ? {} : null
  if (isPlain(expected) && told !== null) writeSync(1, '\\nWORD ' + stringify([told, expected]) + '\\n')
  throw new Error('different')
}
const open = (known, rest = absorb) => new Proxy(known, { get: (of, key) => (key in of ? of[key] : key === 'then' ? undefined : rest) })
const test = (...args) => {
  const act = args.findLast(each => typeof each === 'function')
  if (act && !args.some(each => each && (each.skip || each.todo))) tests.push({ act, scopes: [...scopes] })
}
const describe = (...args) => {
  const act = args.findLast(each => typeof each === 'function')
  scopes.push({ before: [], after: [], each: [], done: [] })
  if (act) act()
  scopes.pop()
}
const hook = kind => (...args) => scopes.at(-1)[kind].push(args.findLast(each => typeof each === 'function'))
const assert = Object.assign((value, ...rest) => { if (!value) throw new Error('falsy') }, {
  strictEqual: same, deepStrictEqual: same, deepEqual: same,
  equal: (a, b) => { if (a != b) same(a, b) },
  throws: act => { try { act() } catch {} },
  rejects: async act => { try { await (typeof act === 'function' ? act() : act) } catch {} },
})
assert.ok = assert
assert.strict = assert.default = assert
const expect = value => {
  const compare = expected => same(value, expected)
  const known = { toBe: compare, toEqual: compare, toStrictEqual: compare, equal: compare, equals: compare, eql: compare, eq: compare }
  const chain = open(known)
  for (const word of ['to', 'be', 'is', 'deep', 'have', 'that']) known[word] = chain
  known.resolves = open({ toBe: async b => same(await value, b), toEqual: async b => same(await value, b) })
  return chain
}
Object.assign(test, {
  test, it: test, describe, suite: describe, expect, assert,
  before: hook('before'), beforeAll: hook('before'), after: hook('after'), afterAll: hook('after'),
  beforeEach: hook('each'), afterEach: hook('done'), skip: absorb, todo: absorb, only: test, each: () => absorb,
})
test.default = test
describe.skip = absorb
describe.only = describe
describe.each = () => absorb
const all = { ...test, test, specify: test, context: describe, assert }
all.loaded = () => setImmediate(async () => {
  const begun = new Set()
  for (const { act, scopes } of tests) {
    try {
      for (const scope of scopes) {
        for (const hook of begun.has(scope) ? [] : scope.before) await hook(absorb)
        begun.add(scope)
      }
      for (const scope of scopes) for (const hook of scope.each) await hook(absorb)
      await act(absorb)
    } catch {}
    for (const scope of scopes) for (const hook of scope.done) await Promise.resolve(absorb).then(hook).catch(() => {})
  }
  writeSync(1, '\\nWORD end\\n')
  process.reallyExit(0)
})
module.exports = all
`
