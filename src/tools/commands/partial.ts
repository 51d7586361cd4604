import { unquoted, words } from '../shell/shell-text.ts'
import { referenceIn } from './script-book.ts'
import { isVariant } from './script-names.ts'
import { unwrap } from './unwrap.ts'

const FLAGS =
  /^(-p|--package|--filter|-F|-k|-run|-t|--testNamePattern|--testPathPattern|--test|--bin|--example|--tests|-pl|--projects|--manifest-path|-Dtest|--only|-m|--grep|-g|--name|--spec|-j\d*|--scope|--workspace|-w|--project|-C|--dir|--prefix|--target|--runtime|--platform|--module|--group|--testsuite|--shard|-E|--lib|--doc|--no-default-features|--release|--files|--tags|--changed(-since)?|--since|--affected|--select|--rule)(=|$)/

/** Runners for which `--` is mere punctuation. */
const TAKES_ALL = /^(phpunit|pest|pytest|jest|vitest|mocha|ava|rspec|behat|psalm|phpstan)$/

const WHOLE =
  /^(\.|\.\/|\.\/\.\.\.|\.\.\.|all|tests?\/?|specs?\/?|src\/?|\*\*?|__\S*|t\/?|lib\/?|app\/?|test-suite|\/\/\.\.\.|::)$/

/** `TEST=spec/a_spec.rb rake test`, `make test T=parser`: a variable that selects tests. */
const SELECTS =
  /(^|\s)(TESTS?|SPECS?|T|FILES?|ONLY|TEST_?(FILES?|CASES?|NAMES?|FILTER|ARGS|PATTERN|OPTS)|RUN|FILTER|PKG|PACKAGES?|MODULES?|BUNDLE_GEMFILE)=(?!["']?["']?(\s|$)|["']?(1|0|true|all)["']?(\s|$))/

/** True for a run that looks at less than the whole: one package, one file, one pattern, one platform. */
export function isPartial(command: string): boolean {
  if (SELECTS.test(command)) return true
  if (
    /<[\w .-]+>|\bpath\/(to|foo)\b|--include=|\bpath_to\b|YOUR_|\$\{?[A-Z_]*(FILE|PKG|TEST|NAME)\b|\.\.\.\s*$(?<!\/\.\.\.)|\[\w+\]|\bappraisal \S+/.test(
      command,
    )
  )
    return true
  const reference = referenceIn(command)
  if (reference !== null && reference.runner !== 'mix' && reference.runner !== 'cargo' && isVariant(reference.name))
    return true
  const [tool = '', ...rest] = words(unwrap(unwrap(command).replace(/^coverage run (-\S+ )*?-m /, ''))).map(unquoted)
  if (tool === 'unittest' && rest[0] === 'discover' && /^[\w/]/.test(rest[1] ?? '') && !WHOLE.test(rest[1] ?? ''))
    return true
  // A compiler called by hand makes one program of a few files; a build calls it for all of them.
  if (/^(cc|c\+\+|gcc|g\+\+|clang|clang\+\+)(-\d+)?$/.test(tool)) return true
  if (/^(nx|moon)$/.test(tool) && !/^(run-many|affected)$/.test(rest[0] ?? '')) return true
  const separator = rest.indexOf('--')
  const own = separator < 0 || TAKES_ALL.test(tool) ? rest.filter(word => word !== '--') : rest.slice(0, separator)
  if (
    own.some((word, at) => FLAGS.test(word) && !benign(tool, word, own[at + 1] ?? '') && !alsoTests(tool, own[0], word))
  )
    return true
  if (
    separator >= 0 &&
    /^(npm|pnpm|yarn|task|make|just)$/.test(tool) &&
    rest.slice(separator + 1).some(word => !word.startsWith('-') || FLAGS.test(word))
  )
    return true
  // Another machine for a part of the tests, never the suite.
  if (tool === 'cargo' && /^(miri|careful|kani|fuzz)$/.test(own.find(word => !word.startsWith('+')) ?? '')) return true
  // A name behind `cargo test` selects tests; none of its options takes that place.
  if (tool === 'cargo' && own[0] === 'test' && /^[a-z]/i.test(own[1] ?? '')) return true
  if (tool === 'dotnet' && own.some(word => /^(-f|--framework)(=|$)/.test(word))) return true
  if (tool === 'zig' && own.some(word => /^-D/.test(word))) return true
  if (/gradlew?$/.test(tool)) {
    const tasks = own.filter(word => /^:?[a-zA-Z][\w:-]*$/.test(word))
    return tasks.length > 0 && tasks.every(task => task.includes(':') || OF_PLATFORM.test(task))
  }
  if (/^(cabal|stack)$/.test(tool) && own.slice(1).some(word => /^[a-z][\w:-]*$/i.test(word) && word !== 'all'))
    return true
  if (tool === 'mix' && own.some(word => /^--(exclude|only|include)$/.test(word))) return true
  // A profile is a variant; only the one that measures is the whole.
  if (/^(\S*\/)?mvnw?$/.test(tool) && own.some(word => /^-P/.test(word)) && !/jacoco|coverage/i.test(command))
    return true
  if (/^sbtn?$/.test(tool)) return ofOneBuild(own)
  return own.some(word => looksAtOneFile(tool, word))
}

/** `checkApple` beside `check`, `testOnJava11` beside `test`. Android's tests have the variant of the build in their name. */
const OF_PLATFORM =
  /^(check|build|assemble)(Apple|Windows|Mingw|Linux|Mac[oO][sS]|I[oO][sS]|Native|Js|Wasm|Android)\w*$|^test(ng)?(?!All|Debug|Release|Classes|Ci|CI)[A-Z]\w*$/

/** `sbt core/test` is about one project of the build; `sbt Test/compile` is about all of them. */
function ofOneBuild(own: readonly string[]): boolean {
  const tasks = own.filter(word => !word.startsWith('-'))
  return (
    tasks.some(task => task.startsWith('project ')) ||
    (tasks.length > 0 &&
      tasks.every(task => /^\+?\s*(?!(Test|Compile|IntegrationTest|It|ThisBuild|Global)\/)[\w-]+\//.test(task)))
  )
}

/** `cargo clippy --tests` looks at the tests too; `cargo test --tests` leaves something out. */
const alsoTests = (tool: string, verb: string | undefined, flag: string): boolean =>
  tool === 'cargo' && flag === '--tests' && /^(clippy|check)$/.test(verb ?? '')

function benign(tool: string, flag: string, value: string): boolean {
  if (tool === 'cargo' && /^--(workspace|release)$/.test(flag)) return true
  if (/^(pytest|make|ctest|ninja|prove|meson|cmake)$/.test(tool) && /^-j|^-m$|^-w$|^-C$|^--target$/.test(flag))
    return tool !== 'pytest' || !/^-m/.test(flag)
  if (flag === '--manifest-path' && /^(\.\/)?Cargo\.toml$/.test(value)) return true
  if (/(^|\/)pint$/.test(tool) && flag === '--test') return true
  if (/^-j/.test(flag) || (tool === 'coverage' && flag === '-m')) return true
  if (
    /^(tsc|vue-tsc|tsgo|dotnet|eslint|phpstan|jest|playwright|swift|uv|clang-format|vitest|mypy|mvn|msbuild|swiftlint|shfmt|gofmt|gofumpt|goimports)$/.test(
      tool,
    ) &&
    /^(-p|--project|-w|-m|-C)$/.test(flag)
  )
    return true
  return /^(--target|--runtime|--platform)$/.test(flag) && value === ''
}

function looksAtOneFile(tool: string, word: string): boolean {
  if (word.startsWith('-') || WHOLE.test(word) || word.includes('=')) return false
  if (/::/.test(word)) return true
  if (/^:[\w-]+(:[\w-]+)+$/.test(word)) return true
  if (/^(node|python3?|ruby|julia|bash|sh|php|perl|\S*\/\S*)$/.test(tool)) return false
  if (tool === 'pants') return /[/:]/.test(word)
  if (/^(bazel|bazelisk|buck2?)$/.test(tool)) return /^(@|\/\/|\w[\w/-]*:)/.test(word) && !/^\/\/:[\w-]+$/.test(word)
  if (tool === 'go' && /^(\.\/)?cmd\//.test(word)) return false
  if (/^(go|gotestsum|richgo)$/.test(tool))
    return /^\.?\/?[\w-]+(\/[\w.-]+)*(\/\.\.\.)?$/.test(word) && /^\.?\//.test(word) && word !== './...'
  if (/^(pytest|jest|vitest|mocha|rspec|phpunit|bats|ava|rake|dart|flutter|deno|mix|busted|unittest)$/.test(tool))
    return (
      /\//.test(word) &&
      !/[*{]/.test(word) &&
      !/\.(json|toml|xml|js|cjs|mjs|ini|cfg|neon)$/.test(word) &&
      !/^(tests?|specs?|src|\.)\/?$/.test(word)
    )
  return false
}

/** A suite to which a folder may be added, so that it runs the tests in there only. */
export const takesFolder = (command: string): boolean =>
  /\b(pytest|rspec|phpunit|pest|mix test|bats|busted)$/.test(command)

/** A runner to which the files or folders that it looks at are given. */
export const takesPaths = (program: string): boolean =>
  /(?:^|\/)(?:prove|pytest|phpunit|pest|rspec|bats|busted|mocha|vitest|jest|ava|behave|behat)$/.test(program)
