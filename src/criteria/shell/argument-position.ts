import type { Command } from 'unbash'
import { argumentsOf, ownCommands, readShell } from '../../tools/shell/shell-line.ts'

/** How to treat an unknown flag: it takes no value unless it is known to, or it takes one unless known not to. */
export type Doubt = 'if_known' | 'unless_known'

/** Whether the last command of a text still waits for a word, so that the next word is its argument: `pytest -k`, `npm run`, `cargo test --`. */
export function awaitsWord(text: string, doubt: Doubt): boolean {
  const script = readShell(text)
  const last = script ? ownCommands(script).at(-1) : undefined
  if (!last?.name) return false
  const words = [last.name.value, ...argumentsOf(last)]
  const end = words.at(-1) ?? ''
  if (end.startsWith('-') && words.length > 1 && takesValue(end, words, doubt)) return true
  return wantsOperand(words)
}

/** Which arguments of a command are names by their position, whatever the word: after `-k`, `--`, `npm run`. */
export function namedByPlace(command: Command): readonly boolean[] {
  const words = [command.name?.value ?? '', ...argumentsOf(command)]
  const rest = words.indexOf('--')
  return words.slice(1).map((_, index) => {
    if (rest !== -1 && index >= rest) return true
    const before = words[index] ?? ''
    const upTo = words.slice(0, index + 1)
    if (before.startsWith('-') && index > 0 && takesValue(before, upTo, 'if_known')) return true
    return wantsOperand(upTo)
  })
}

function wantsOperand(words: readonly string[]): boolean {
  const plain = words.filter(word => !word.startsWith('-') && !/^\w+=/.test(word))
  return NEEDS_A_WORD.test(plain.join(' ')) || (plain.length === 1 && NEEDS_AN_OPERAND.has(plain[0] ?? ''))
}

const NEEDS_A_WORD = new RegExp(
  [
    String.raw`(?:^|[\s/])(?:npm|pnpm|yarn|bun)(?: \S+)*? (?:run|run-script|exec|x|dlx|workspace)$`,
    String.raw`(?:^|[\s/])(?:uv|poetry|pdm|hatch|pipenv|rye|mise|docker|podman|compose|docker-compose|bazel|bazelisk|deno|turbo|nx|lerna|go|conda|pixi|flox|dagger|op|wasmtime) run$`,
    String.raw`(?:^|[\s/])(?:deno task|git grep|mise exec|direnv exec|bundle exec|docker exec|docker compose|cargo nextest|cargo xtask|python3? -m|gradle|ng|composer run|composer exec|mvn exec)$`,
    String.raw`^(?:npm|pnpm|npx|pnpx|bunx|uvx|pipx|cargo|go|git|docker|podman|kubectl|bundle|uv|poetry|pdm|hatch|pipenv|rye|dotnet|bazel|bazelisk|deno|bun|nx|turbo|lerna|composer|conda|gh|terraform|helm|timeout|env|sudo|nice|nohup|xargs|exec|command|cross-env|time|mix|dart|flutter|swift|zig|rebar3|lein|sbt|stack|cabal|rails|forge)$`,
  ].join('|'),
)

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

/** Programs that need a file argument to do anything useful. */
const NEEDS_AN_OPERAND = set(
  'cat tee ls cd rm source . bash sh zsh dash diff cmp find stat file gcc cc clang g++ clang++ rustc javac touch mkdir cp mv ln tar shellcheck hadolint which type command test [ kill echo printf',
)

function takesValue(flag: string, words: readonly string[], doubt: Doubt): boolean {
  if (flag === '--') return true
  if (flag.includes('=') || /\d$/.test(flag)) return false
  if (flag.startsWith('--')) {
    if (flag === '--test') return !words.includes('node')
    const name = flag.slice(2)
    return VALUED.has(name) || SELECTS.test(name) || (doubt === 'unless_known' && !PLAIN.test(name))
  }
  // `-Wall`, `-DskipTests`, `-Pci`: the value is already there.
  if (/^-[A-Z]\w+/.test(flag) || PLAIN_WITH_ONE_DASH.has(flag)) return false
  if (flag === '-p' && words.includes('node')) return true
  return !/^-[vqsxlaruyhidbjVX]+$/.test(flag)
}

const PLAIN_WITH_ONE_DASH = set(
  '-race -short -cover -json -failfast -check -recursive -verbose -quiet -all -benchmem -help -version -noEmit -e2e -fix -vet -strict -ci -ea -batch -offline -nologo',
)

/** An option that selects tests takes a value, however the tool spells it. */
const SELECTS =
  /(?:^|[-_])(?:match|filter|grep|pattern|name|regexp?|only|tags?|select)(?:[-_]|$)|(?:Pattern|Filter|Name|Match)s?$/

const VALUED = set(
  `grep filter testNamePattern test-name-pattern test-name name match tests config project package target features bin example reporter reporters format
  formatter output only except skip tag tags group groups testsuite suite type level env mode prefix cwd directory dir file files ext exclude include ignore
  ignore-path ignore-pattern input scope since base head select deselect extend-select rule plugin profile preset runner shard seed timeout retries workers
  max-warnings max-failures maxfail fail-under cov-fail-under cov-report cov-config threshold message title label user host port url data header request
  grep-invert spec specs describe mark marker keyword where pattern regex regexp query run exec command script task jobs color log-level loglevel verbosity
  python-version target-version manifest-path fail-on fail-on-severity min-coverage browser device report error-format message-format edition out-dir outDir
  rootDir testPathPattern testPathPatterns testMatch selectProjects runTestsByPath findRelatedTests changedSince line order test-threads partition
  expression filterset gtest_filter test_filter test_output tests-regex label-regex exclude-regex parallel configuration c loggers logger framework settings
  verbosity project-name service run-id audit-level severity rulesdir resolve-plugins-relative-to parser cache-location
  report-unused-disable-directives-severity stop-on method class case dataset filter-method feature-set destination scheme sdk only-testing skip-testing
  testPlan Dtest allow deny warn forbid cap-lints minimum min max`,
)

const PLAIN =
  /^(?:no-[\w-]+|all(?:-[\w-]+)?|check(?:-[\w-]+)?|ci|coverage|cov|release|debug|strict|quiet|silent|verbose|noEmit|locked|frozen|frozen-lockfile|offline|runInBand|bail|fail-fast|failfast|exact|list|watch|once|force|dry-run|json|pretty|workspace|recursive|parallel|race|short|version|help|selftest|self-test|exit-code|error|fix|write|diff|if-present|doc|lib|bins|examples|benches|nocapture|ignored|include-ignored|headless|passWithNoTests|detectOpenHandles|forceExit|verify-no-changes|build|noemit|incremental|yes|clean|keep-going|stats|summary|validate)$/
