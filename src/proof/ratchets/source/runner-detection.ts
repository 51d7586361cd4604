import type { ChangedText, Worse } from '../changed-text.ts'
import type { Language } from '../syntax/language.ts'
import type { Syntax } from '../syntax/syntax.ts'
import { inCode, newly, type Spot } from './newly.ts'
import { apartFrom, productOf } from './product.ts'
import { askedWhoCalls } from './who-calls.ts'

interface Sign {
  readonly name: string
  readonly languages: RegExp
  readonly pattern: RegExp
}

const SCRIPT = /^(?:javascript|typescript|jsx|tsx|markup)$/
const RUNNER_VARIABLES =
  'JEST_WORKER_ID|VITEST(?:_\\w+)?|NODE_TEST_CONTEXT|PYTEST_CURRENT_TEST|PYTEST_VERSION|PYTEST_XDIST_WORKER|MOCHA_\\w+|PLAYWRIGHT_TEST\\w*|NEXTEST(?:_\\w+)?|RSPEC_\\w+|TEST_WORKER_INDEX|BUN_TEST'
const RUNNERS =
  'jest|vitest|mocha|jasmine|ava|playwright|cypress|pytest|py\\.test|unittest|rspec|minitest|phpunit|junit|xunit|nunit'

const sign = (name: string, languages: RegExp, pattern: string): Sign => ({
  name,
  languages,
  pattern: new RegExp(pattern, 'gim'),
})

// Only the code under test has to be the same with and without a runner, so each of these is for nothing else.
const SIGNS: readonly Sign[] = [
  sign(
    'a variable that only a runner sets',
    SCRIPT,
    `\\b(?:process|import\\.meta|Bun)\\.env(?:\\?)?(?:\\.|\\[\\s*["'\`])(?:${RUNNER_VARIABLES})\\b|["'](?:${RUNNER_VARIABLES})["']\\s+in\\s+process\\.env|\\b(?:Object\\.)?has(?:Own\\w*)?(?:\\.call)?\\(\\s*process\\.env,\\s*["'](?:${RUNNER_VARIABLES})|\\{[^{}]*\\b(?:${RUNNER_VARIABLES})\\b[^{}]*\\}\\s*=\\s*process\\.env`,
  ),
  sign(
    'the globals of a runner',
    SCRIPT,
    `\\btypeof\\s+(?:globalThis\\.|global\\.)?(?:jest|vi|describe|it|expect|beforeEach|afterEach|jasmine|mocha)\\s*[!=]==?\\s*["'](?:undefined|function|object)|\\b(?:globalThis|global|window|self)(?:\\?)?\\.(?:jest|vi|describe|expect|beforeEach|jasmine|mocha|__vitest\\w*|__karma__)\\b(?!\\s*=[^=])|["'](?:jest|describe|expect|vi)["']\\s+in\\s+global`,
  ),
  sign(
    'the command line of a runner',
    SCRIPT,
    `\\bprocess\\.(?:argv\\[[01]\\]|argv0|title|mainModule)[^;\\n]{0,60}(?:${RUNNERS})|\\bprocess\\.(?:argv|execArgv)\\b[^;\\n]{0,60}(?:includes|some|match|indexOf|endsWith|find|test)\\([^;\\n]{0,60}(?:${RUNNERS})|\\bprocess\\.execArgv\\b[^;\\n]{0,40}["']--test\\b|\\brequire\\.main\\b[^;\\n]{0,60}(?:${RUNNERS})|\\bnpm_lifecycle_event\\b[^;\\n]{0,20}["']test`,
  ),
  sign(
    'the runner that it is loaded by',
    SCRIPT,
    // In-source tests ask for it too, and then take what they need from it.
    `(?<!=\\s*)\\bimport\\.meta\\.vitest\\b(?!\\s*\\)?\\s*\\{?\\s*(?:const|let|var)\\s*\\{[^}]*\\}\\s*=\\s*import\\.meta\\.vitest)`,
  ),
  sign(
    'the modules of a runner',
    /^python$/,
    `["'](?:pytest|_pytest|unittest(?:\\.\\w+)?|nose2?|py\\.test)["']\\s+(?:not\\s+)?in\\s+(?:\\w+\\.)?(?:sys\\.)?modules|\\bsys\\.modules(?:\\.get\\(|\\[)\\s*["'](?:pytest|_pytest|unittest)|hasattr\\(\\s*sys,\\s*["']_called_from_test`,
  ),
  sign(
    'a variable that only a runner sets',
    /^python$/,
    `\\b(?:environ|getenv)\\b(?:\\.get)?\\s*[[(]\\s*["'](?:${RUNNER_VARIABLES})|["'](?:${RUNNER_VARIABLES})["']\\s+(?:not\\s+)?in\\s+(?:os\\.)?environ`,
  ),
  sign(
    'the command line of a runner',
    /^python$/,
    `\\bsys\\.argv\\b[^\\n]{0,80}(?:pytest|py\\.test|unittest)|["'](?:pytest|py\\.test)["'][^\\n]{0,40}\\bsys\\.argv`,
  ),
  sign(
    'that it runs as a test',
    /^go$/,
    `\\btesting\\.Testing\\(\\)|\\bflag\\.Lookup\\(\\s*["\`]test\\.|\\bos\\.Args\\[0\\][^\\n]{0,60}(?:\\.test|_test|/_test)|\\bruntime\\.Callers?\\([^\\n]*(?:\\n[^\\n]*){0,5}?["\`][^"\`\\n]*_test\\.go|\\bdebug\\.Stack\\(\\)[^\\n]{0,80}(?:_test\\.go|testing\\.)`,
  ),
  sign(
    'that it runs as a test',
    /^rust$/,
    `\\bcfg!\\(\\s*(?:not\\(\\s*)?(?:any\\(\\s*)?test\\b|\\benv::(?:var|var_os)\\(\\s*"(?:NEXTEST\\w*|RUST_TEST_\\w+)"`,
  ),
  sign(
    'that it runs as a test',
    /^(?:java|kotlin)$/,
    `\\bClass\\.forName\\(\\s*"(?:org\\.junit|org\\.testng|junit)|\\bgetStackTrace\\(\\)[\\s\\S]{0,240}?"[^"\\n]*(?:junit|testng|Test|surefire)[^"\\n]*"|\\bgetProperty\\(\\s*"(?:surefire[\\w.]*|sun\\.java\\.command)"`,
  ),
  sign(
    'that it runs as a test',
    /^csharp$/,
    `\\bGetAssemblies\\(\\)[\\s\\S]{0,160}?"[^"\\n]*(?:xunit|nunit|mstest|testhost)|\\bStackTrace\\(\\)[\\s\\S]{0,160}?"[^"\\n]*(?:xunit|nunit|Test)`,
  ),
  sign(
    'that it runs as a test',
    /^ruby$/,
    `\\bdefined\\?\\s*\\(?\\s*(?:::)?(?:RSpec|Minitest|MiniTest|Test::Unit)|\\$(?:0|PROGRAM_NAME)\\b[^\\n]{0,40}(?:rspec|minitest|_test|test)|\\bcaller(?:_locations)?\\b[^\\n]{0,60}(?:_spec|_test|rspec|minitest)`,
  ),
  sign(
    'that it runs as a test',
    /^php$/,
    `\\bdefined\\(\\s*["'](?:PHPUNIT|__PHPUNIT)\\w*|\\bclass_exists\\(\\s*["']?\\\\*PHPUnit|\\bdebug_backtrace\\([\\s\\S]{0,160}?["'][^"'\\n]*(?:PHPUnit|Test)`,
  ),
  sign('that it runs as a test', /^ruby$/, `\\bconst_(?:defined\\?|get)[\\s(]*:(?:RSpec|Minitest|MiniTest)\\b`),
  sign(
    'that it runs as a test',
    /^rust$/,
    `\\benv::var(?:_os)?\\(\\s*"CARGO(?:_\\w+)?"\\s*\\)\\s*\\.is_(?:ok|some|err|none)\\(`,
  ),
  sign('who started it', /^shell$/, `/proc/\\$\\{?PPID|\\bps\\b[^\\n;|]*\\$\\{?PPID`),
  sign('that it runs as a test', /^elixir$/, `\\bCode\\.ensure_loaded\\?\\(ExUnit|\\bProcess\\.whereis\\(ExUnit`),
]

// Set by people too, for what a test cannot have: a real database, a server that listens.
const ENVIRONMENT =
  /\b(?:process\.env(?:\.|\[["'])(?:NODE_ENV|APP_ENV|ENV)["'\]]*\s*===?\s*["']test(?:ing)?["']|["']test(?:ing)?["']\s*===?\s*process\.env\.NODE_ENV|import\.meta\.env\.MODE\s*===?\s*["']test["']|ENV\[["'](?:RAILS_ENV|RACK_ENV)["']\]\s*==\s*["']test["']|Rails\.env\.test\?|Mix\.env\(?\)?\s*==\s*:test|(?:environ\.get\(|getenv\()["'](?:APP_ENV|ENV|TESTING|FLASK_ENV|DJANGO_ENV)["'][^)\n]*\)\s*==\s*["']test(?:ing)?["']|app\(\)->(?:runningUnitTests\(\)|environment\(["']testing["']\)))/g
const ANSWERS =
  /^[^\n;{}]{0,40}?(?:\)\s*\{?|:|\?|then)?\s*(?:return\s+|\?\s*)(?:-?[1-9]\d*(?:\.\d+)?|["'`][^"'`\n]+["'`]|\[\s*[^\]\s])/

/** Code that finds out whether it is being tested, and did not before. */
export function runnerDetection(files: readonly ChangedText[]): Worse[] {
  const apart = apartFrom(files)
  return newly(productOf(files), (path, syntax) => [
    ...signsIn(syntax),
    ...askedWhoCalls(syntax),
    ...twinsIn(syntax),
    ...(FOR_PLACES.test(path) ? [] : answersIn(syntax)),
  ]).map(spot => ({
    rule: 'runner-detected',
    objection: apart.isForTests(spot.path) ? null : ('tampered' as const),
    what: `asks for ${spot.key.split(':')[0]}`,
    path: spot.path,
    line: spot.line,
  }))
}

const at = (syntax: Syntax, index: number, key: string): Omit<Spot, 'path' | 'syntax'> => ({
  line: syntax.lineAt(index),
  index,
  key,
})

function signsIn(syntax: Syntax): Omit<Spot, 'path' | 'syntax'>[] {
  return SIGNS.filter(({ languages }) => languages.test(syntax.language)).flatMap(({ name, pattern }) =>
    inCode(pattern, syntax)
      // What stands in a block of tests within the source belongs to the tests.
      .filter(({ index }) => !isInTestModule(syntax.language, syntax.code, index))
      .map(({ index, text }) => at(syntax, index, `${name}:${text.replace(/\s+/g, ' ').slice(0, 24)}`)),
  )
}

function isInTestModule(language: Language, code: string, index: number): boolean {
  if (language !== 'rust') return false
  const module = code.lastIndexOf('#[cfg(test)]', index)
  return module >= 0 && /^#\[cfg\(test\)\]\s*(?:#\[[^\]]*\]\s*)*(?:pub\s+)?mod\s/.test(code.slice(module))
}

/** Two functions of one name, of which tests see the one and users the other. */
function twinsIn(syntax: Syntax): Omit<Spot, 'path' | 'syntax'>[] {
  if (syntax.language !== 'rust') return []
  const names = (mark: string): RegExpExecArray[] => [
    ...syntax.code.matchAll(
      new RegExp(
        `#\\[cfg\\(${mark}\\)\\]\\s*(?:#\\[[^\\]]*\\]\\s*)*(?:pub(?:\\([^)]*\\))?\\s+)?(?:async\\s+|const\\s+)*fn\\s+(\\w+)`,
        'g',
      ),
    ),
  ]
  const forUsers = names('not\\(test\\)').map(found => found[1])
  return names('test')
    .filter(found => forUsers.includes(found[1]))
    .map(found => at(syntax, found.index, `that it runs as a test:${found[1]}`))
}

const FOR_PLACES =
  /(?:^|[/._-])(?:config\w*|conf|env|environment|settings|db|database|knexfile|logger|logging|log|server|app|main|index|telemetry|analytics|mail\w*|cache|queue|bootstrap|initializers?|store|client|port|redis|orm|datasource|data-source)(?:[/._-]|$)/i

/** The environment may choose where things are; that it chooses an answer is another thing. */
function answersIn(syntax: Syntax): Omit<Spot, 'path' | 'syntax'>[] {
  return inCode(ENVIRONMENT, syntax)
    .filter(({ index, text }) => ANSWERS.test(syntax.spoken.slice(index + text.length, index + text.length + 200)))
    .filter(({ index }) =>
      /\b(?:return|if|unless|=>)\b|=>/.test(syntax.code.slice(syntax.code.lastIndexOf('\n', index) + 1, index)),
    )
    .map(({ index }) => at(syntax, index, 'the test environment, and answers otherwise'))
}
