import { dirname } from 'node:path/posix'
import { TEST_PACKAGES } from '../../../tools/protection/detection.ts'
import { jsonCodec } from '../sections/codecs.ts'
import { isRecord } from '../sections/document.ts'
import { assertsOnly, closing, functionNamed } from './asserts-only.ts'
import { type Import, importsOf } from './imports-of.ts'
import type { TreeFiles } from './reach.ts'

const CODE = /\.(?:[cm]?[jt]sx?|py|rb|go)$/
const MOST_TESTS = 500
const MOST_SOURCES = 3_000

/**
 * Test helpers, wherever they are: files that only tests import, and whose functions are called only to
 * compare results of other code with expected ones. A file that the product uses too belongs to the product.
 */
export function helpersOfTests(
  tests: readonly string[],
  tree: TreeFiles,
  isCheck: (path: string) => boolean,
): string[] {
  const found = new Set<string>(goHelpers(tests, tree, isCheck))
  for (const path of tests.slice(0, MOST_TESTS)) {
    const text = tree.read(path) ?? ''
    const imports = importsOf(path, text, tree)
    for (const one of imports)
      if (
        !found.has(one.path) &&
        CODE.test(one.path) &&
        !isCheck(one.path) &&
        holdsAgainst(one, { text, imports, tree })
      )
        found.add(one.path)
  }
  if (found.size === 0) return []
  const used = usedByProduct([...found], tree, isCheck)
  return [...found].filter(path => !used.has(path) && !isEntry(path, tree))
}

interface Test {
  readonly text: string
  readonly imports: readonly Import[]
  readonly tree: TreeFiles
}

/** Whether this test passes a value from other code to a helper, and the helper does nothing but judge it. */
function holdsAgainst({ path, names }: Import, { text, imports, tree }: Test): boolean {
  const helper = tree.read(path)
  if (helper === null) return false
  const answers = answersIn(
    text,
    imports.filter(one => one.path !== path),
  )
  if (answers.length === 0) return false
  const forTests = usesTestLibrary(helper, path, tree)
  return names.some(([here, there]) => {
    const member = there === '*' ? `${here}\\.(\\w+)` : here.replaceAll('$', '\\$')
    const called = new RegExp(`(?:^|[;{\\n:]|\\)\\s*=>)[ \\t]*(?:await\\s+)?${member}\\s*(?=\\()`, 'g')
    return [...text.matchAll(called)].some(call => {
      const open = call.index + call[0].length
      const given = text.slice(open, closing(text, open))
      if (!answers.some(name => new RegExp(`(?<![\\w.$])${name}(?![\\w$])`).test(given))) return false
      // A judgment whose result is used, as in `expect(() => check(x)).toThrow()`, is itself a value under test.
      if (
        /=>\s*(?:await\s+)?[\w.$]+\s*$/.test(call[0]) &&
        /\b(?:expect|throws|rejects|raises)\s*\([^\n]*$/.test(text.slice(0, call.index))
      )
        return false
      const written = functionNamed(there === '*' ? (call[1] ?? '') : there, helper)
      return forTests || (written !== null && assertsOnly(written))
    })
  })
}

/** Names in a test that hold results of other files of the tree. */
function answersIn(text: string, imports: readonly Import[]): string[] {
  const names = new Set(imports.flatMap(one => one.names.map(([here]) => here.replaceAll('$', '\\$'))))
  const given =
    /(?:\b(?:const|let|var)\s+|^[ \t]*)(\{[^}]*\}|\[[^\]]*\]|[A-Za-z_]\w*)\s*(?::[^=\n]+)?=(?![=>])([^\n]*)/gm
  for (let step = 0; step < 2; step++)
    for (const [, list = '', value = ''] of text.matchAll(given))
      if ([...names].some(name => new RegExp(`(?<![\\w.$])${name}(?![\\w$])`).test(value)))
        for (const name of list.match(/[A-Za-z_]\w*/g) ?? []) names.add(name)
  return [...names]
}

const TEST_LIBRARY = new RegExp(`\\b(?:from|require\\(|import)\\s*["'](${TEST_PACKAGES})["']`)

/** It imports a library that is only a development dependency, so no product can use it. */
function usesTestLibrary(text: string, path: string, tree: TreeFiles): boolean {
  const library = TEST_LIBRARY.exec(text)?.[1]
  if (library === undefined) return false
  const name = library.startsWith('@') ? library.split('/').slice(0, 2).join('/') : (library.split('/')[0] ?? '')
  return manifestsAbove(path, tree).every(
    manifest =>
      !['dependencies', 'peerDependencies', 'optionalDependencies'].some(key => {
        const listed = manifest[key]
        return isRecord(listed) && Object.hasOwn(listed, name)
      }),
  )
}

function manifestsAbove(path: string, tree: TreeFiles): Record<string, unknown>[] {
  const found: Record<string, unknown>[] = []
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const text = tree.read(folder === '.' ? 'package.json' : `${folder}/package.json`)
    const manifest = text === null ? null : jsonCodec.parse(text)
    if (isRecord(manifest)) found.push(manifest)
    if (folder === '.') return found
  }
}

/** Exports of the package are the product, whatever imports them here. */
function isEntry(path: string, tree: TreeFiles): boolean {
  const bare = path.replace(/\.\w+$/, '')
  return manifestsAbove(path, tree).some(({ main, module, exports, bin, types }) =>
    JSON.stringify([main, module, exports, bin, types])
      .match(/[\w@./-]+/g)
      ?.some(name => {
        const entry = name.replace(/^\.\//, '').replace(/\.\w+$/, '')
        return entry !== '' && (bare === entry || bare.endsWith(`/${entry}`))
      }),
  )
}

function usedByProduct(
  helpers: readonly string[],
  tree: TreeFiles,
  isCheck: (path: string) => boolean,
): ReadonlySet<string> {
  const used = new Set<string>()
  const sources = tree.paths.filter(path => CODE.test(path) && !isCheck(path) && !helpers.includes(path))
  for (const path of sources.slice(0, MOST_SOURCES))
    for (const one of importsOf(path, tree.read(path) ?? '', tree)) used.add(one.path)
  return used
}

/** In Go a function that takes the test object is for tests, unless the whole module is about tests. */
function goHelpers(tests: readonly string[], tree: TreeFiles, isCheck: (path: string) => boolean): string[] {
  const calls = tests.filter(path => path.endsWith('_test.go')).slice(0, MOST_TESTS)
  if (calls.length === 0) return []
  const sources = tree.paths.filter(path => path.endsWith('.go') && !isCheck(path)).slice(0, MOST_SOURCES)
  const forTests = sources.filter(path => /^\s*(?:import\s+)?"testing"/m.test(tree.read(path) ?? ''))
  if (forTests.length === 0 || forTests.length === sources.length) return []
  const called = calls.map(path => tree.read(path) ?? '').join('\n')
  return forTests.filter(path =>
    [
      ...(tree.read(path) ?? '').matchAll(/^func\s+(\w+)(?:\[[^\]]*\])?\(\s*\w+\s+(?:\*testing\.T|testing\.TB)\b/gm),
    ].some(([, name = '']) => new RegExp(`(?:^|[;{\\n])[ \\t]*(?:\\w+\\.)?${name}\\(\\s*\\w+\\s*,`).test(called)),
  )
}
