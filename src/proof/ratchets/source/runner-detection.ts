import { basename } from 'node:path'
import { MANIFEST } from '../../../tools/manifests/manifest-files.ts'
import {
  DETECTION_SIGNS,
  PYTHON_MODULES,
  PYTHON_RUNNERS,
  RUBY_CONSTANTS,
  RUBY_RUNNERS,
  RUNNER_GLOBALS,
  RUNNER_NAMES,
  RUNNER_VARIABLES,
} from '../../../tools/protection/detection.ts'
import { kindOf } from '../../../tools/protection/kind-of.ts'
import type { Language } from '../../../tools/syntax/language.ts'
import type { Syntax } from '../../../tools/syntax/syntax.ts'
import type { ChangedText, Worse } from '../changed-text.ts'
import { findCallerDetection } from './caller-detection.ts'
import { inCode, newSpots, type Spot } from './new-spots.ts'
import { apartFrom, productOf } from './product.ts'
import { namedVariables } from './runner-variables.ts'

interface Sign {
  readonly name: string
  readonly languages: RegExp
  readonly pattern: RegExp
}

const SCRIPT = /^(?:javascript|typescript|jsx|tsx|markup)$/
const sign = (name: string, languages: RegExp, pattern: string): Sign => ({
  name,
  languages,
  pattern: new RegExp(pattern, 'gim'),
})

// Only the code under test must behave the same with and without a runner, so these rules apply to nothing else.
const SIGNS: readonly Sign[] = [
  sign(
    'a variable that only a runner sets',
    SCRIPT,
    `\\b(?:process|import\\.meta|Bun)\\.env(?:\\?)?(?:\\.|\\[\\s*["'\`])(?:${RUNNER_VARIABLES})\\b|["'](?:${RUNNER_VARIABLES})["']\\s+in\\s+process\\.env|\\b(?:Object\\.)?has(?:Own\\w*)?(?:\\.call)?\\(\\s*process\\.env,\\s*["'](?:${RUNNER_VARIABLES})|\\{[^{}]*\\b(?:${RUNNER_VARIABLES})\\b[^{}]*\\}\\s*=\\s*process\\.env`,
  ),
  sign(
    'the globals of a runner',
    SCRIPT,
    `\\btypeof\\s+(?:globalThis\\.|global\\.)?(?:describe|it|expect|beforeEach|afterEach|${RUNNER_GLOBALS})\\s*[!=]==?\\s*["'](?:undefined|function|object)|\\b(?:globalThis|global|window|self)(?:\\?)?\\.(?:describe|expect|beforeEach|${RUNNER_GLOBALS})\\b(?!\\s*=[^=])|["'](?:describe|expect|${RUNNER_GLOBALS})["']\\s+in\\s+global`,
  ),
  sign(
    'the command line of a runner',
    SCRIPT,
    `\\bprocess\\.(?:argv\\[[01]\\]|argv0|title|mainModule)[^;\\n]{0,60}(?:${RUNNER_NAMES})|\\bprocess\\.(?:argv|execArgv)\\b[^;\\n]{0,60}(?:includes|some|match|indexOf|endsWith|find|test)\\([^;\\n]{0,60}(?:${RUNNER_NAMES})|\\bprocess\\.execArgv\\b[^;\\n]{0,40}["']--test\\b|\\brequire\\.main\\b[^;\\n]{0,60}(?:${RUNNER_NAMES})|\\bnpm_lifecycle_event\\b[^;\\n]{0,20}["']test`,
  ),
  sign(
    'the modules of a runner',
    /^python$/,
    `["'](?:(?:${PYTHON_MODULES})(?:\\.\\w+)?|${PYTHON_RUNNERS})["']\\s+(?:not\\s+)?in\\s+(?:\\w+\\.|__import__\\([^()\\n]*\\)\\.|import_module\\([^()\\n]*\\)\\.)?(?:sys\\.)?modules|\\bsys\\.modules(?:\\.get\\(|\\[)\\s*["'](?:${PYTHON_MODULES})|hasattr\\(\\s*sys,\\s*["']_called_from_test`,
  ),
  sign(
    'a variable that only a runner sets',
    /^python$/,
    `\\b(?:environ|getenv)\\b(?:\\.get)?\\s*[[(]\\s*["'](?:${RUNNER_VARIABLES})|["'](?:${RUNNER_VARIABLES})["']\\s+(?:not\\s+)?in\\s+(?:os\\.)?environ`,
  ),
  sign(
    'how a runner talks to its workers',
    SCRIPT,
    '\\bprocess(?:\\?)?\\.(?:listenerCount|listeners|rawListeners)(?:\\?\\.)?\\s*\\(\\s*["\'`](?:(?:message|disconnect)["\'`]|(?:unhandledRejection|uncaughtException)["\'`]\\s*\\)(?:\\.length)?\\s*(?:>\\s*0|(?:>\\s*0\\s*)?(?:\\?|&&)))|\\bprocess(?:\\?)?\\.(?:connected|channel|send)\\s*(?:\\?(?![.?])|&&)(?!\\s*process\\b)',
  ),
  sign(
    'whether output is captured',
    /^python$/,
    '(?:\\bis(?:\\s+not)?|[!=]=)\\s*\\(?sys\\.__std(?:out|err|in)__|\\bsys\\.__std(?:out|err|in)__\\s*(?:is\\b|[!=]=)',
  ),
  sign(
    'the command line of a runner',
    /^python$/,
    `\\bsys\\.argv\\b[^\\n]{0,80}(?:${PYTHON_RUNNERS})|["'](?:${PYTHON_RUNNERS})["'][^\\n]{0,40}\\bsys\\.argv`,
  ),
  sign(
    'that it runs as a test',
    /^ruby$/,
    `\\bdefined\\?\\s*\\(?\\s*(?:::)?(?:${RUBY_CONSTANTS})|\\$(?:0|PROGRAM_NAME)\\b[^\\n]{0,40}(?:${RUBY_RUNNERS}|_test|test)|\\bcaller(?:_locations)?\\b[^\\n]{0,60}(?:_spec|_test|${RUBY_RUNNERS})|\\bconst_(?:defined\\?|get)[\\s(]*:(?:${RUBY_CONSTANTS})\\b`,
  ),
  // A block that only tests compile is theirs; one with another branch for everybody else is not.
  sign(
    'a macro that only tests define',
    /^c$/,
    '^[ \\t]*(?<code>#)[ \\t]*if(?:n?def)?\\b[^\\n]*\\b(?:\\w+_)?(?:UNIT_?)?TESTS?(?:ING)?(?:_\\w+)?\\b[^\\n]*\\n(?:(?![ \\t]*#[ \\t]*endif)[^\\n]*\\n){0,60}?[ \\t]*#[ \\t]*else\\b',
  ),
  sign('who started it', /^shell$/, `/proc/\\$\\{?PPID|\\bps\\b[^\\n;|]*\\$\\{?PPID`),
  sign(
    'the name of the program',
    /^shell$/,
    `(?<code>\\bcase|\\[\\[?|\\btest|\\bexpr)[ \\t][^\\n;|&]*\\$\\{?(?:0|BASH_SOURCE(?:\\[[^\\]\\n]*\\])?|FUNCNAME(?:\\[[^\\]\\n]*\\])?)(?![\\w])[^\\n;&]{0,20}(?:\\bin\\b|[!=]=?|=~)(?:[^\\n;]|\\n(?!\\s*esac)){0,80}?(?:tests?\\b|\\bspec|\\bbats|\\brun(?:[-_]?tests?)?\\.sh)`,
  ),
  ...DETECTION_SIGNS.map(({ name, languages, pattern }) => sign(name, languages, pattern)),
]

// People set it too, for things that a test cannot have: a real database, a listening server.
const ENVIRONMENT =
  /\b(?:process\.env(?:\.|\[["'])(?:NODE_ENV|APP_ENV|ENV)["'\]]*\s*===?\s*["']test(?:ing)?["']|["']test(?:ing)?["']\s*===?\s*process\.env\.NODE_ENV|import\.meta\.env\.MODE\s*===?\s*["']test["']|ENV\[["'](?:RAILS_ENV|RACK_ENV)["']\]\s*==\s*["']test["']|Rails\.env\.test\?|Mix\.env\(?\)?\s*==\s*:test|(?:environ\.get\(|getenv\()["'](?:APP_ENV|ENV|TESTING|FLASK_ENV|DJANGO_ENV)["'][^)\n]*\)\s*==\s*["']test(?:ing)?["']|app\(\)->(?:runningUnitTests\(\)|environment\(["']testing["']\)))/g
const ANSWERS =
  /^[^\n;{}]{0,40}?(?:\)\s*\{?|:|\?|then)?\s*(?:return\s+|\?\s*)(?:-?[1-9]\d*(?:\.\d+)?|["'`][^"'`\n]+["'`]|\[\s*[^\]\s])/

/** Code that detects whether it is being tested, and did not before. */
export function runnerDetection(files: readonly ChangedText[], task = ''): Worse[] {
  const apart = apartFrom(files)
  const set = ABOUT_SETTINGS.test(task)
    ? []
    : setForTests(files).filter(name => !task.includes(name) && !STANDARD.test(name))
  const spots = newSpots(productOf(files), (path, syntax) => [
    ...signsIn(syntax),
    ...namedVariables(syntax),
    ...findCallerDetection(syntax, path),
    ...twinsIn(syntax),
    ...readsOf(set, syntax),
    ...(FOR_PLACES.test(path) ? [] : answersIn(syntax)),
  ])
  const isFirst = ({ path, line, key }: Spot, at: number): boolean =>
    spots.findIndex(one => one.path === path && one.line === line && aboutOf(one.key) === aboutOf(key)) === at
  return spots.filter(isFirst).map(spot => ({
    rule: 'runner-detected',
    objection: apart.isForTests(spot.path) ? null : ('tampered' as const),
    what: `checks ${aboutOf(spot.key)}`,
    path: spot.path,
    line: spot.line,
  }))
}

const ABOUT_SETTINGS = /\benv\b|\benvironment|\bvariables?\b|\bconfigur|\bsettings?\b/i
/** People set these for other programs, too. */
const STANDARD = /^(?:NO_COLOR|FORCE_COLOR|CLICOLOR\w*|XDG_\w+|NODE_\w+|NPM_\w+|LC_\w+|PYTHON_?\w+|GIT_\w+|CI_\w+)$/
const NAME_OF_VARIABLE = /(?<![\w$])[A-Z][A-Z\d]*_[A-Z\d_]+(?![\w$])/g

/** Names of variables that the change itself writes into what configures or starts the tests. */
const setForTests = (files: readonly ChangedText[]): string[] =>
  files
    .filter(
      ({ path }) => /^(?:config|script|build|auto-loaded)$/.test(kindOf(path) ?? '') || MANIFEST.test(basename(path)),
    )
    .flatMap(({ before, now }) => (now?.match(NAME_OF_VARIABLE) ?? []).filter(name => before?.includes(name) !== true))

function readsOf(names: readonly string[], syntax: Syntax): Omit<Spot, 'path' | 'syntax'>[] {
  if (names.length === 0) return []
  const read = `\\b(?:process\\.env|meta\\.env|environ|getenv|Getenv|LookupEnv|env::var\\w*|option_env!|ENV|_ENV|_SERVER|System\\.getenv)\\b(?:\\?\\.|\\.get|\\.fetch|\\.)?[\\s([]*["'\`]?(?:${names.join('|')})(?![\\w$])|["'\`](?:${names.join('|')})["'\`]\\s+in\\s+(?:process\\.env|(?:os\\.)?environ)\\b|\\{[^{}]*(?<![\\w$])(?:${names.join('|')})(?![\\w$])[^{}]*\\}\\s*=\\s*process\\.env`
  return inCode(new RegExp(read, 'g'), syntax).map(({ index, text }) =>
    at(syntax, index, `a variable that only the configuration of the tests sets:${text}`),
  )
}

const aboutOf = (key: string): string => key.split(':')[0] ?? ''

const at = (syntax: Syntax, index: number, key: string): Omit<Spot, 'path' | 'syntax'> => ({
  line: syntax.lineAt(index),
  index,
  key,
})

function signsIn(syntax: Syntax): Omit<Spot, 'path' | 'syntax'>[] {
  return SIGNS.filter(({ languages }) => languages.test(syntax.language)).flatMap(({ name, pattern }) =>
    inCode(pattern, syntax)
      // A block of tests within the source belongs to the tests.
      .filter(({ index }) => !isInTestModule(syntax.language, syntax.code, index))
      .map(({ index, text }) => at(syntax, index, `${name}:${text.replace(/\s+/g, ' ').slice(0, 24)}`)),
  )
}

function isInTestModule(language: Language, code: string, index: number): boolean {
  if (language !== 'rust') return false
  const module = code.lastIndexOf('#[cfg(test)]', index)
  return module >= 0 && /^#\[cfg\(test\)\]\s*(?:#\[[^\]]*\]\s*)*(?:pub\s+)?mod\s/.test(code.slice(module))
}

/** Two functions of one name: one for tests and the other for users. */
function twinsIn(syntax: Syntax): Omit<Spot, 'path' | 'syntax'>[] {
  if (syntax.language !== 'rust') return []
  return [...twinsFor('test', ''), ...twinsFor('debug_assertions', RESULT)]

  function twinsFor(condition: string, tail: string): Omit<Spot, 'path' | 'syntax'>[] {
    const names = (mark: string): RegExpExecArray[] => [
      ...syntax.code.matchAll(
        new RegExp(
          `#\\[cfg\\(${mark}\\)\\]\\s*(?:#\\[[^\\]]*\\]\\s*)*(?:pub(?:\\([^)]*\\))?\\s+)?(?:async\\s+|const\\s+)*fn\\s+(\\w+)${tail}`,
          'g',
        ),
      ),
    ]
    const forUsers = names(`not\\(${condition}\\)`).map(found => found[1])
    return names(condition)
      .filter(found => forUsers.includes(found[1]))
      .map(found => at(syntax, found.index, `that it runs as a test:${found[1]}`))
  }
}

/** A function that returns more than a text, as an address or a path is. */
const RESULT = '\\s*\\([^{;]*\\)\\s*->\\s*(?!&|String|Path|Url|impl|Level)[^{;]'

const FOR_PLACES =
  /(?:^|[/._-])(?:config\w*|conf|env|environment|settings|db|database|knexfile|logger|logging|log|server|app|main|index|telemetry|analytics|mail\w*|cache|queue|bootstrap|initializers?|store|client|port|redis|orm|datasource|data-source)(?:[/._-]|$)/i

/** The environment may choose paths and services, but not results. */
function answersIn(syntax: Syntax): Omit<Spot, 'path' | 'syntax'>[] {
  return inCode(ENVIRONMENT, syntax)
    .filter(({ index, text }) => ANSWERS.test(syntax.spoken.slice(index + text.length, index + text.length + 200)))
    .filter(({ index }) =>
      /\b(?:return|if|unless|=>)\b|=>/.test(syntax.code.slice(syntax.code.lastIndexOf('\n', index) + 1, index)),
    )
    .map(({ index }) => at(syntax, index, 'the test environment, and behaves differently in it'))
}
