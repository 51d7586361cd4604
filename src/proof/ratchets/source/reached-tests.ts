import { posix } from 'node:path'
import { isScript } from '../../../tools/syntax/language.ts'
import type { Syntax } from '../../../tools/syntax/syntax.ts'
import type { ChangedText, Worse } from '../changed-text.ts'
import { inCode, newSpots, type Spot } from './new-spots.ts'
import { apartFrom, productOf } from './product.ts'

type Found = Omit<Spot, 'path' | 'syntax'>

/** Code under test that takes its results from the tests, or changes them. */
export function reachedTests(files: readonly ChangedText[]): Worse[] {
  const apart = apartFrom(files)
  return newSpots(productOf(files), (path, syntax) => [
    ...imported(path, syntax),
    ...named(syntax),
    ...running(syntax),
  ]).map(spot => ({
    rule: 'tests-reached',
    objection: apart.isForTests(spot.path) || apart.isBeside(spot.path) ? null : ('tampered' as const),
    what: spot.key,
    path: spot.path,
    line: spot.line,
  }))
}

const RELATIVE = /\b(?:from|import|require(?:\.resolve)?|import\.meta\.resolve)\s*\(?\s*["'`](\.{1,2}\/[^"'`\n]*)["'`]/g
const PYTHON = /^[ \t]*(?:from\s+(\.*[\w.]*)\s+import\b|import\s+([^\n(;]+))/gm

function imported(path: string, syntax: Syntax): Found[] {
  const places = isScript(syntax.language)
    ? [...syntax.spoken.matchAll(RELATIVE)].map(({ index, 1: name = '' }) => ({
        index,
        place: posix.join(posix.dirname(path), name),
      }))
    : syntax.language === 'python'
      ? [...syntax.spoken.matchAll(PYTHON)].flatMap(({ index, 1: from, 2: names = '' }) =>
          (from === undefined ? names.split(',') : [from])
            .filter(name => isOwn(name.trim(), path))
            .map(name => ({ index, place: modulePlace(name) })),
        )
      : []
  return places
    .filter(({ index, place }) => isTest(place) && syntax.code[index] === syntax.spoken[index])
    .map(({ index }) => ({ index, line: syntax.lineAt(index), key: 'imports from the tests' }))
}

/** Not of an installed package: those have their own tests and test tools. */
const isOwn = (module: string, path: string): boolean =>
  /^(?:\.|tests?\b|test_|conftest\b)/.test(module) || path.split('/').includes(module.split('.')[0] ?? '')

const modulePlace = (name: string): string => {
  const place = (name.trim().split(/\s/)[0] ?? '').replace(/^\.+/, '').replaceAll('.', '/')
  // A module may be a folder.
  return /(?:^|\/)tests?$/.test(place) ? `${place}/__init__.py` : `${place}.py`
}

// Only names that a product never has: a folder of specs or checks may well be one.
const TEST = /(?:^|\/)(?:__tests__|tests?)\/|[._-](?:test|spec)\.\w+$|(?:^|\/)(?:test_\w+|conftest)\.py$/

const isTest = (place: string): boolean => TEST.test(/\.\w+$/.test(place) ? place : `${place}.js`)

const READS =
  /\b(?:exists(?:Sync)?|l?stat(?:Sync)?|access(?:Sync)?|isfile|isdir|os\.Stat|File\.exist\?|file_exists|readFile(?:Sync)?|readdir(?:Sync)?|createReadStream|openSync|writeFile(?:Sync)?|readText(?:File)?\w*|read_text|read_bytes|open|File\.read|IO\.read|ReadFile|read_to_string|file_get_contents|Files\.read\w*)\s*\(\s*[^;\n]*?["'`]([^"'`\n]+)["'`]/g
const OWN_PLACE =
  /(?:\b__dirname\b|\b__filename\b|\bimport\.meta\.(?:url|dirname|filename)\b|\b__file__\b|\b__dir__\b|\b__DIR__\b)[^;\n]*?["'`]([^"'`\n]+)["'`]/g

/** Test files that are read, or named relative to the code. */
function named(syntax: Syntax): Found[] {
  return [READS, OWN_PLACE]
    .flatMap(pattern => inCode(pattern, syntax))
    .filter(({ index, text }) => namesIn(`${text}${restOf(syntax, index + text.length)}`).some(isTestFile))
    .map(({ index }) => ({ index, line: syntax.lineAt(index), key: 'reads the tests' }))
}

const READ = String.raw`\b(?:readFile(?:Sync)?|createReadStream|openSync|require|import|open|File\.(?:read|readlines|open|foreach)|IO\.read\w*|file_get_contents|ReadFile|getlines?)\((?:[^();\n]*\(){0,3}[^();\n]*?`
const PROGRAM = String.raw`(?:process\.argv\s*\[\s*1\s*\]|process\.mainModule|require\.main\s*\??\.\s*filename|\bsys\.argv\s*\[\s*0\s*\]|\$(?:0|PROGRAM_NAME)\b|\$_SERVER\s*\[\s*["'](?:argv|SCRIPT_FILENAME)["']|\bos\.Args\s*\[\s*0\s*\]|sys\.modules\s*\[\s*["']__main__["']\s*\]|__main__\.__file__)`
const READS_PROGRAM = new RegExp(String.raw`${READ}${PROGRAM}`, 'g')
const KEPT_PROGRAM = new RegExp(String.raw`\b(\w+)\s*=\s*(?:[\w.]*resolve\(\s*)?${PROGRAM}`, 'g')

const isPath = (name: string): boolean => /[./]/.test(name)

/** The program that runs is read: under test that is the test, or its runner. */
function running(syntax: Syntax): Found[] {
  if (syntax.language === 'shell') return []
  const kept = [...syntax.spoken.matchAll(KEPT_PROGRAM)].map(([, name = '']) => name)
  const patterns = [READS_PROGRAM, ...kept.map(name => new RegExp(String.raw`${READ}\b${name}\b`, 'g'))]
  return patterns
    .flatMap(pattern => inCode(pattern, syntax))
    .filter(({ index, text }) => !/dirname/.test(text) && !namesIn(restOf(syntax, index + text.length)).some(isPath))
    .map(({ index }) => ({ index, line: syntax.lineAt(index), key: 'reads the program that runs it' }))
}

/** The rest of the same brackets: paths are passed in pieces. */
function restOf({ spoken }: Syntax, from: number): string {
  const line = spoken.slice(from, from + 200).split(/[;\n]/)[0] ?? ''
  return line.slice(0, line.search(/\)|$/))
}

/** Strings as they are, and joined as a path. */
function namesIn(text: string): string[] {
  const names = [...text.matchAll(/["'`]([^"'`\n]+)["'`]/g)].map(([, name = '']) => name)
  return names.length > 1 ? [...names, names.join('/')] : names
}

const isTestFile = (name: string): boolean =>
  /[./]/.test(name) &&
  !/[\s<>{}]/.test(name) &&
  TEST.test(name.replace(/^(?:\.{0,2}\/)+/, '').replace(/\/?$/, match => (/\.\w+$/.test(name) ? match : '/')))
