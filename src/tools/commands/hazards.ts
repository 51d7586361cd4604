import { TOOLS } from '../catalog.ts'
import { pieces } from '../shell/shell-text.ts'
import { matches } from './quick-match.ts'
import type { CommandHazard } from './tool-commands.ts'

/** Command lines that no single tool owns: flags that many share, the words of package managers, and the shell's own programs. */
const SHARED: readonly (readonly [CommandHazard, RegExp])[] = [
  [
    'rewrites',
    /(^|\s|=)(--fix(-[\w-]+)?|--write|--apply|--unsafe|--in-place|--inplace|--autocorrect(-all)?|--auto-correct|--updateSnapshot|(?<!\bmvnw?\s(?:.*\s)?)--update-(?:snapshots?|goldens?|baselines?|fixtures?|expected)|--bless|--accept|--overwrite)(=(?!false)\S+)?(\s|$)/,
  ],
  // It records today's findings as accepted.
  ['rewrites', /\s--(generate|set|update|create|write|regenerate)-baseline\b/],
  // It writes its output into the files.
  ['rewrites', /(^|\s)cog\s(?!.*--check)(.*\s)?-\w*r\w*\b/],
  // What was just built may be changed at will.
  ['rewrites', /\bsed\s+(-\w+\s+)*-i(?!.*\s["']?(\.\/)?(dist|build|out|target)\/)/],
  [
    'rewrites',
    /\b(lint|format|fmt|style|check|eslint|prettier|rubocop|standard|biome|ruff)[:_-](fix|write|apply|auto)\b|\b(fix|autofix|auto-fix):?(lint|format|all)?\b$/,
  ],
  ['never-ends', /(^|\s)(--watch(All)?|--serve|--hot|--ui)(\s|$)/],
  // They show a report in a browser, where there is one.
  [
    'never-ends',
    /\bgo tool cover\b(?!.*\s-o[= ]).*\s-html\b|^(open|xdg-open|start|sensible-browser|python3? -m webbrowser)\s+\S+\.html\b/,
  ],
  [
    'publishes',
    /\b(npm|pnpm|yarn|bun|cargo|deno|gleam|twine|poetry|hatch|uv|pdm|flit|gem|lerna|jsr|vsce|changeset|mix hex|dart pub|flutter pub|cabal|pkg-pr-new) (-r )?(publish|upload|push|release)\b/,
  ],
  [
    'publishes',
    /\b(semantic-release|release-it|goreleaser(?! check)|standard-version|cut_release|np)\b(?!\s*--dry-run)|\bgit (push|commit|tag|checkout|add|config)\b/,
  ],
  [
    'publishes',
    /\b(mvn|mvnw|gradle|gradlew)\b.*\b(deploy|release:\w+|publish\w*|bintrayUpload|uploadArchives)\b|\bdotnet (nuget push|publish|pack)\b|\bdocker (push|login)\b/,
  ],
  // They send a report away, and say nothing about the tree.
  [
    'publishes',
    /(?<!mix )(?<![:\w])\b(coveralls|codecov)(?=$|[\s.;|])|\bcoveralls\.(github|travis|circle|semaphore|drone|post|gitlab)\b|\.sarif\b|=sarif\b|\bsend-to\b/,
  ],
  [
    'publishes',
    /\b(kubectl|helm (install|upgrade)|aws|gcloud|az|heroku|fly|vercel|netlify|firebase|terraform (apply|plan|destroy|import)|ansible-playbook|serverless|cdk|pulumi)\b/,
  ],
  [
    'installs',
    /^(npm|pnpm|bun) (ci|i|install|add|update|link|rebuild|dedupe)\b|^yarn( install| add|$)|\bpip3? install\b|\b(apt|apt-get|brew|dnf|yum|apk|pacman|choco|winget|snap|port) (-\w+ )*(install|update|add|upgrade|-S)/,
  ],
  [
    'installs',
    /^(bundle|composer|poetry|pipenv|pdm|conda|opam|rustup|gem|luarocks|raco pkg|cabal|stack|nimble|shards|pod|carthage|mise|asdf|corepack|uv|rye|pipx|go|cargo|dotnet tool|dotnet) (install|update|sync|add|lock|require|upgrade|restore|setup|enable|use|get|venv|init|workload|self)\b/,
  ],
  [
    'installs',
    /\b(go mod download|mix deps\.\w+|mix local|cabal update|dart pub (get|global|upgrade)|flutter pub get|rebar3 get-deps|gleam deps|lein deps|pre-commit (install|autoupdate)|git (clone|submodule|fetch|pull)|playwright install|npx playwright install|terraform init)\b/,
  ],
  [
    'installs',
    /^composer (remove|config|bin \S+ (update|install|require))\b|^(clojure|clj) -T\S* install\b|^cargo (add|remove)\b/,
  ],
  ['installs', /^rustup (component|target|toolchain) (add|install)\b|^cargo binstall\b/],
  // Whatever the program is; Maven and task runners mean something of the project by it.
  [
    'installs',
    /^(?!(?:mvnw?|mvnd|gradlew?|g?make|rake|just|task|mage|invoke|nox|tox)\s)[a-z][\w.-]* (?:un)?install(?=\s|$)/,
  ],
  ['installs', /^virtualenv\b|^python3? -m (venv|virtualenv)\b/],
  ['installs', /\b(ninja|meson)\b.* install\b|\bcmake --install\b|--target install\b/],
  [
    'installs',
    /--(only-)?dependencies(-only)?\b|\bcargo fetch\b|dependency:(go-offline|resolve)|--(download|fetch)-only\b/,
  ],
  ['runs', /^coverage (erase|combine|html|xml|lcov|debug)\b|\bcoverage (erase|combine|html|xml)\b(?!.*&&)/],
  [
    'runs',
    /^(npm|pnpm|yarn|bun)( run)? (start|dev|serve|preview|storybook|watch|release|deploy|docs:dev|example)\b|^(cargo|dotnet|go|gleam|dart|flutter|swift|stack|zig build|deno|lein|mix|sbt|uv|python3?|node|ruby|php|bun) run\b(?=\s+\S+\.(py|js|ts|dart|rb|go|ex)\b|$)/,
  ],
  [
    'runs',
    /^(curl|wget|ssh|scp|open|docker (run|compose up|build)|docker-compose up|vagrant|code|vim|nano|rm|mv|cp|mkdir|cat|ls|echo|printf|export|source|\.|eval|set|cd|pushd|popd|touch|chmod|ln|tar|unzip|which|git|gh|jq|sleep|kill|date|uname|env$|du|df|head|tail|tee|grep|find|sed|awk|sort|xargs)(\s|$)/,
  ],
  // It starts machines of a service, and says nothing about the tree.
  ['runs', /\bnx-cloud start-ci-run\b/],
  // setuptools has no such command any more.
  ['runs', /\bsetup\.py test\b/],
  ['runs', /^cargo (tree|metadata|search|info|locate-project|version)\b/],
  ['runs', /^[\w./+-]+ -[vV]$/],
  // Maven starts a program, whatever it did before.
  ['runs', /\bmvnw?\s(.*\s)?(exec:(java|exec)|spring-boot:run|jetty:run|quarkus:dev)(\s|$)/],
  // A linter may look at a folder with that name.
  [
    'measures',
    /\s--(?:codspeed|benchmark-only)(?=[\s=]|$)|^(?!.*(?:prettier|eslint|ruff|black|isort|flake8|mypy|pyright|rubocop|biome|oxlint|phpcs|phpstan|clang-format|tsc)\s)(?:.*\bbench(?:mark)?s?\b|.*\bmutation\b|.*\bfuzz\b)/,
  ],
]

// A line that installs a formatter does not run it.
const ORDER: readonly CommandHazard[] = ['installs', 'rewrites', 'never-ends', 'publishes', 'runs', 'measures']

const RULES = [
  ...SHARED,
  ...TOOLS.flatMap(({ commands }) => Object.entries(commands?.hazards ?? {}) as [CommandHazard, RegExp][]),
].sort(([a], [b]) => ORDER.indexOf(a) - ORDER.indexOf(b))

/** Tools that may be given their files by another program, which then is part of the check. */
const FED = new RegExp(TOOLS.flatMap(({ commands }) => commands?.fed ?? []).join('|'))

/** Why a line of one command must never decide; null when nothing is known against it. */
const hazardOfLine = (line: string): CommandHazard | null =>
  MENTIONS.test(line) || ASKS_VERSION.test(line) ? 'runs' : findHazard(line)

/** Which version is installed says nothing about the project, whatever the program is. */
const ASKS_VERSION = /^[\w./+-]+( \+?[a-z][\w.-]*)? (--?version|--help|version|help)$/

/** They print or fetch, and may have the name of any tool in their words. */
const MENTIONS = /^(echo|printf|curl|wget|unzip|tar|mkdir|chmod|touch|ln|test -[a-z])\s[^|]*$/

const findHazard = (line: string): CommandHazard | null =>
  RULES.find(([hazard, pattern]) => matches(pattern, line) && !(hazard === 'runs' && isFed(line)))?.[0] ?? null

/** `xargs shellcheck`, `find . -exec shellcheck`; not `clang-format --version`, where the tool itself is asked for something else. */
const isFed = (line: string): boolean => FEEDS.test(line) && FED.test(line)
const FEEDS = /^(find|git ls-files|fd|ls|grep|xargs|sort|sed|awk|cat|echo|printf)\s/

/** Whether the program at the start of a line is a tool that is known to do that. */
export const isToolHazard = (hazard: CommandHazard, line: string): boolean =>
  /^[\w-]+(\s|$)/.test(line) &&
  TOOLS.some(({ commands }) => {
    const pattern = commands?.hazards?.[hazard]
    return pattern !== undefined && matches(pattern, line) && pattern.exec(line)?.index === 0
  })

/** Words in front of which a failing command still ends well. */
const SWALLOWS =
  /\|\|\s*(true|:|echo\b|exit 0|open\b|printf\b)|;\s*(true|exit 0)\s*$|(^|\s)--(exit-zero|no-exit|exit-0|no-error|soft-fail|force-exit-0|mute-exit-status)(\s|$)/

/** What tidies up on the way out may fail without anybody caring. */
const CLEANS_UP =
  /\btrap\s+('[^']*'|"[^"]*")[^;\n]*|(?<![\w-])(kill|rm|rmdir|umount|docker (rm|stop|kill)|docker[- ]compose \S*\s*down)\s[^;&|\n]*\|\|\s*(true|:)(?=\s|;|$)/g

/** Which sessions, targets, or tests there are says nothing about them. */
export const onlyLists = (command: string): boolean =>
  /^(tox|nox) (list|config|depends|devenv|schema)\b|^(tox|nox|task|go-task|just) -(l|a)\b|^(go-)?task --list-all\b|^g?make -n\b|^[\w./+-]+( [a-z]+)? --(list\S*|collect-only)$|^[\w./+-]+( [a-z]+)? --list\S*\s/.test(
    command,
  )

export function hazardOf(command: string): CommandHazard | null {
  const text = command.trim()
  if (degenerate(text)) return 'empty'
  if (SWALLOWS.test(text.replace(CLEANS_UP, ' ')) || /^-(?=[a-z@$])/i.test(text)) return 'cannot-fail'
  const diffed = failsOnDifference(text)
  for (const { text: part } of pieces(text)) {
    const found = hazardOfLine(withoutBenchmarks(part))
    // "Format, then git diff --exit-code" rewrites, and fails when it did.
    if (found !== null && !(diffed && (found === 'rewrites' || found === 'runs' || found === 'publishes'))) {
      if (!(found === 'runs' && pieces(text).length > 1) && !(found === 'installs' && pieces(text).length > 1))
        return found
    }
  }
  return null
}

/** What rewrites files and then asks git whether any changed is a check of them. */
export const failsOnDifference = (text: string): boolean =>
  /git (diff|status|update-index).*(--exit-code|--quiet|--porcelain)|git diff-index/.test(text)

/** `go test -bench=.` runs the tests first, unless it is told to leave them out. */
const withoutBenchmarks = (part: string): string =>
  /\bgo test\b/.test(part) && !/\s-run[= ]["']?(\^\$|\^#|NONE|XXX|-)/.test(part)
    ? part.replace(/\s-bench(=\S*)?(?=\s|$)/, '')
    : part

/** Setuptools has no such command since version 72. */
const GONE = /^@?("?\$[({]?\w+[)}]?"?|python[\d.]*) setup\.py test(\s|$)/

/** `echo "no tests"`, `exit 0`, `true`: a script that says nothing about the project. */
export function degenerate(body: string): boolean {
  const parts = pieces(body).map(({ text }) => text)
  return (
    parts.every(text => /^(echo|printf|true|:|exit( \d+)?|sleep \d+|@?#.*)(\s|$)/.test(text) || GONE.test(text)) ||
    /no test specified/i.test(body)
  )
}
