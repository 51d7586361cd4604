import {
  PATCH_SIGNS,
  PYTHON_MODULES,
  RUBY_CONSTANTS,
  RUNNER_GLOBALS,
  TEST_LIBRARIES,
  UNIQUE_GLOBALS,
} from '../../../tools/protection/detection.ts'
import { isScript } from '../../../tools/syntax/language.ts'
import type { Syntax } from '../../../tools/syntax/syntax.ts'
import type { ChangedText, Worse } from '../changed-text.ts'
import { inCode, newSpots, type Spot } from './new-spots.ts'
import { openMacros } from './open-macros.ts'
import { overriddenFailures } from './overridden-failures.ts'
import { apartFrom, productOf } from './product.ts'
import { failuresIgnored } from './shell-options.ts'

type Found = Omit<Spot, 'path' | 'syntax'>

interface Sign {
  readonly languages: RegExp
  readonly name: string
  readonly pattern: RegExp
}

const COMPARING = 'built-in comparisons'
const COMMANDS = 'commands and counters that shell tests use'
const RUNNING = 'the test runner'
const LOADING = 'how modules are loaded'
const ASSERTING = 'the assertions of the tests'
const SCRIPT = /^(?:javascript|typescript|jsx|tsx|markup)$/
// Built-in functions that every comparison uses, in any library.
const NATIVE =
  'Object\\.(?:is|keys|entries|values|getOwnProperty\\w+|getPrototypeOf)|Array\\.isArray|Number\\.is\\w+|JSON\\.(?:stringify|parse)|Reflect\\.\\w+|(?:Object|Array|String|Number|Boolean|Symbol|Map|Set|RegExp|Date|Function|Promise|Error)\\.prototype\\.(?:constructor|hasOwnProperty|isPrototypeOf|propertyIsEnumerable|toString|valueOf|includes|indexOf|every|some|find|join|forEach|map|filter|reduce|slice|concat|keys|values|entries|has|get|test|exec|call|apply|bind|then|catch|getTime|trim|split|match|startsWith|endsWith|localeCompare)|process\\.(?:exit|reallyExit)'
const LOADER =
  '\\w+\\._(?:extensions|load|resolveFilename|compile|findPath)\\b(?:\\[[^\\]\\n]*\\])?|require\\.extensions\\[[^\\]\\n]*\\]|\\w*[mM]odule\\.prototype\\.(?:require|_compile|load)'
const GLOBALS = `(?:expect|assert|describe|it|test|beforeEach|afterEach|beforeAll|afterAll|chai|should|${RUNNER_GLOBALS})`
const GLOBAL = '(?:globalThis|global|window|self)'
const SET = '\\s*(?:=(?![=>])|\\?\\?=)'

const sign = (languages: RegExp, name: string, pattern: string): Sign => ({
  languages,
  name,
  pattern: new RegExp(pattern, 'gm'),
})

// Commands with which shell tests compare, and those that decide how a shell continues after one.
const REPLACED =
  'true|false|echo|printf|cmp|diff|grep|expr|builtin|command|exit|return|set|shopt|trap|kill|let|read|local|declare|readonly|source|eval'

const SIGNS: readonly Sign[] = [
  ...PATCH_SIGNS.map(({ name, languages, pattern }) => sign(languages, name, pattern)),
  sign(SCRIPT, COMPARING, `(?<![\\w.$])(?:${NATIVE})${SET}`),
  sign(
    SCRIPT,
    COMPARING,
    '\\b(?:Object|Reflect)\\.(?:defineProperty|set)\\(\\s*(?:Object|Array|String|Number|Boolean|RegExp|Date|Map|Set|Function|Promise|Error|Reflect|JSON)(?:\\.prototype)?\\s*,\\s*(?:["\'`](?:is|includes|valueOf|toString|every|some|hasOwnProperty|call|apply|then|exec|test|stringify|keys)["\'`]|Symbol\\.)',
  ),
  sign(
    SCRIPT,
    LOADING,
    `(?<![.$])\\b(?:${LOADER})${SET}|\\bregisterHooks\\s*\\(|\\bgetBuiltinModule(?:\\?\\.)?\\s*\\((?!\\s*["'\`](?!(?:node:)?(?:assert|test|module)\\b))`,
  ),
  // An object that answers for itself which properties it has.
  sign(
    SCRIPT,
    COMPARING,
    '\\bdefine\\w*\\(\\s*[\\w.]+\\s*,\\s*["\'`](?:hasOwnProperty|propertyIsEnumerable|isPrototypeOf)["\'`]|\\.(?:hasOwnProperty|propertyIsEnumerable|isPrototypeOf)\\s*=(?![=>])',
  ),
  sign(
    SCRIPT,
    RUNNING,
    `\\b${GLOBAL}\\s*(?:\\.${GLOBALS}|\\[\\s*["'\`]${GLOBALS}["'\`]\\s*\\])\\s*(?:=(?![=>])|\\.\\s*(?:extend|addEqualityTesters|addSnapshotSerializer)\\b)|\\bdefineProperty\\(\\s*${GLOBAL}\\s*,\\s*["'\`]${GLOBALS}["'\`]`,
  ),
  sign(SCRIPT, ASSERTING, '(?<![\\w.$])expect\\.(?:extend|addEqualityTesters)\\s*\\('),
  sign(
    /^python$/,
    COMPARING,
    '\\b(?:builtins|__builtins__)(?:\\.|\\[\\s*["\'])(?:isinstance|issubclass|type|len|abs|round|sum|all|any|sorted|repr|str|int|float|list|dict|set|tuple|bool|hasattr|getattr|AssertionError|Exception|__import__|__build_class__)\\b["\'\\]]*\\s*=(?!=)|\\bsetattr\\(\\s*(?:builtins|__builtins__)\\b|\\.__code__\\s*=(?!=)|\\bsetattr\\([^,\\n]+,\\s*["\']__code__["\']|\\bcurse\\(\\s*(?:int|float|str|list|dict|object)\\b',
  ),
  sign(
    /^python$/,
    RUNNING,
    `\\b(?:${PYTHON_MODULES}|hamcrest|assertpy|doctest)(?:\\.\\w+)+\\s*=(?!=)|\\bsetattr\\(\\s*(?:${PYTHON_MODULES})\\b|\\bsys\\.modules\\[\\s*["'](?:${PYTHON_MODULES}|tests?|conftest|doctest)\\b[\\w.]*["']\\s*\\]\\s*=(?!=)`,
  ),
  sign(
    /^python$/,
    LOADING,
    '\\bsys\\.(?:meta_path|path_hooks)\\.(?:insert|append|extend)\\(|\\bsys\\.(?:meta_path|path_hooks)\\s*=(?!=)|\\b(?:\\w+FileLoader|PathFinder|FileFinder|BuiltinImporter|FrozenImporter|SourceLoader)\\.\\w+\\s*=(?!=)',
  ),
  // A function of the package with the name of a built-in one is called by its tests too.
  sign(
    /^go$/,
    COMPARING,
    '^func[ \\t]+(?:append|cap|clear|close|complex|copy|delete|imag|len|make|max|min|new|panic|print|println|real|recover)[ \\t]*[(\\[]|^(?:type[ \\t]+error\\b|(?:var|const)[ \\t]+(?:true|false|nil)\\b)',
  ),
  // A sourced function of that name takes the place of the command. A task script may have a function `test` that runs its tests.
  sign(
    /^shell$/,
    COMMANDS,
    `(?:^|[;&|{]|\\bfunction\\b)[ \\t]*(?<code>\\[|${REPLACED})[ \\t]*\\([ \\t]*\\)|\\bfunction[ \\t]+(?:\\[|${REPLACED})[ \\t]*\\{|\\balias[ \\t]+["']?(?:\\[|${REPLACED}|test)=|\\benable[ \\t]+-\\w*[nf]|\\bhash[ \\t]+-p\\b|\\beval\\b[^\\n]*(?:\\[|\\btest)[ \\t]*\\(\\)`,
  ),
  sign(
    /^shell$/,
    COMMANDS,
    '(?:^|[;&|{]|\\bfunction\\b)[ \\t]*(?<code>test)[ \\t]*(?:\\([ \\t]*\\))?[ \\t\\n]*\\{(?=[^}]*(?:\\bbuiltin\\b|\\bcommand\\b|\\[|bin/test\\b|\\breturn\\b)|[ \\t\\n]*(?::|true)[ \\t\\n;]*\\})',
  ),
  // What a test script counts or defines can be fixed for good by a file that it sources.
  sign(
    /^shell$/,
    COMMANDS,
    '\\b(?:readonly|declare[ \\t]+-\\w*r\\w*|typeset[ \\t]+-\\w*r\\w*)[ \\t]+(?:-\\w*f\\w*[ \\t]+\\w|(?:num_|n_)?(?:fail\\w*|errors?|err|status|rc|ret|retval|exit_?code|result|ok|pass\\w*|bad)\\b)',
  ),
  sign(/^rust$/, ASSERTING, '\\bmacro_rules!\\s*(?:debug_)?(?:assert(?:_eq|_ne|_matches)?|panic|unreachable)\\b'),
  sign(
    /^ruby$/,
    RUNNING,
    `\\b(?:class|module)\\s+(?:::)?(?:${RUBY_CONSTANTS})\\b|\\b(?:${RUBY_CONSTANTS})(?:::\\w+)*\\.(?:(?:class|module|instance)_(?:eval|exec)|prepend|include|extend|(?:re)?define_(?:singleton_)?method|alias_method|(?:remove|undef)_method|(?:remove_const|const_set|singleton_class|(?:instance|class)_variable_set|send|__send__|public_send))\\b|\\brefine\\s*\\(?\\s*(?:::)?(?:${RUBY_CONSTANTS})\\b`,
  ),
  sign(
    /^ruby$/,
    COMPARING,
    '^[ \\t]*class\\s+(?:::)?(?:Integer|Float|String|Symbol|Array|Hash|Object|BasicObject|Numeric|NilClass|TrueClass|FalseClass)\\b(?:(?!^end\\b)[\\s\\S]){0,2000}?\\bdef\\s+(?:===?|eql\\?|equal\\?|!=|!)',
  ),
]

/** Code under test that changes what checks it, and did not before. */
export function patchedChecks(files: readonly ChangedText[]): Worse[] {
  const apart = apartFrom(files)
  return newSpots(productOf(files), (_, syntax) => [
    ...signsIn(syntax),
    ...[...overriddenFailures(syntax), ...failuresIgnored(syntax)].map(index => found(syntax, index, RUNNING)),
    ...openMacros(syntax, files).map(index => found(syntax, index, ASSERTING)),
    ...(isScript(syntax.language) ? [...takenAndChanged(syntax), ...namedByValue(syntax)] : []),
  ]).map(spot => ({
    rule: 'checks-patched',
    objection: apart.isForTests(spot.path) ? null : ('tampered' as const),
    what: `changes ${spot.key}`,
    path: spot.path,
    line: spot.line,
  }))
}

const found = (syntax: Syntax, index: number, key: string): Found => ({ line: syntax.lineAt(index), index, key })

function signsIn(syntax: Syntax): Found[] {
  return SIGNS.filter(({ languages }) => languages.test(syntax.language)).flatMap(({ name, pattern }) =>
    inCode(pattern, syntax)
      .filter(({ index, text }) => !isFilledIn(syntax.code, index, text))
      .map(({ index }) => found(syntax, index, name)),
  )
}

/** A polyfill, which is defined only when missing, replaces nothing. */
function isFilledIn(code: string, index: number, text: string): boolean {
  const name = text.replace(/\s*(?:\?\?)?=?$/, '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(
    `\\bif\\s*\\(\\s*(?:!\\s*(?:\\(\\s*["'\`]?\\s*["'\`]?\\s*in\\b[^)]*\\)|${name})|typeof\\s+${name}\\s*[!=]==?[^)]*)\\s*\\)\\s*\\{?\\s*$`,
  ).test(code.slice(Math.max(0, index - 240), index))
}

const REQUIRED = `(?:require|import|getBuiltinModule|createRequire\\([^)\\n]*\\))\\s*\\(\\s*["'\`](?:${TEST_LIBRARIES})["'\`]\\s*\\)`

/** Assertion libraries and runners under their local names. */
function takenAndChanged(syntax: Syntax): Found[] {
  const { spoken } = syntax
  const names = new Set<string>()
  const bound = [
    new RegExp(`\\bimport\\s+(?:type\\s+)?([^;"']+?)\\s+from\\s*["'](?:${TEST_LIBRARIES})["']`, 'g'),
    new RegExp(
      `(?:[\\s,]|\\b(?:const|let|var)\\s+)(\\{[^}]*\\}|[A-Za-z_$][\\w$]*)\\s*=\\s*(?:await\\s+)?${REQUIRED}`,
      'g',
    ),
  ]
  for (const pattern of bound)
    for (const [, list = ''] of spoken.matchAll(pattern))
      for (const name of list.match(/[A-Za-z_$][\w$]*/g) ?? []) if (!/^(?:as|type|default)$/.test(name)) names.add(name)
  for (const [, alias = '', name = ''] of syntax.code.matchAll(
    /\b(?:const|let|var)\s+([A-Za-z_$][\w$]*)\s*=\s*([A-Za-z_$][\w$]*)(?:\.strict)?\s*(?:[;\n]|$)/g,
  ))
    if (names.has(name)) names.add(alias)
  const subject = [...[...names].map(name => `(?<![\\w.$])${name.replaceAll('$', '\\$')}`), `\\b${REQUIRED}`].join('|')
  const member = '\\s*(?:\\.\\s*\\w+|\\[[^\\]\\n]*\\])'
  const changes = new RegExp(
    `(?:${subject})(?:${member})+${SET}|\\b(?:Object|Reflect)\\.(?:assign|defineProperty|defineProperties|set|setPrototypeOf)\\(\\s*(?:${subject})(?![\\w$])|(?:${subject})\\s*\\.\\s*(?:extend|addEqualityTesters|addSnapshotSerializer|use|overwriteMethod|overwriteProperty|util\\.\\w+)\\s*\\(`,
    'g',
  )
  return inCode(changes, syntax).map(({ index }) => found(syntax, index, ASSERTING))
}

/** `k = 'expect'; g[k]`: a runner's global behind a variable. */
function namedByValue(syntax: Syntax): Found[] {
  const named = new RegExp(`([A-Za-z_$][\\w$]*)\\s*=\\s*["'\`](?:expect|assert|chai|${UNIQUE_GLOBALS})["'\`]`, 'g')
  const keys = [...syntax.spoken.matchAll(named)]
  return keys.flatMap(([, name = '']) =>
    inCode(new RegExp(`[\\w$)]\\s*\\[\\s*${name.replaceAll('$', '\\$')}\\s*\\]`, 'g'), syntax).map(({ index }) =>
      found(syntax, index, RUNNING),
    ),
  )
}
