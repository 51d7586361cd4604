import { matches } from '../../tools/quick-match.ts'

/** The read-only form of a tool that rewrites. First match wins; null in the second place: there is no such form. */
const TWINS: readonly (readonly [RegExp, (command: string) => string])[] = [
  [
    /\bcargo (\+\S+ )?fmt\b(?!.*--check)/,
    command => (/ -- /.test(command) ? `${command} --check` : `${command} --check`),
  ],
  [/\bmix format\b(?!.*--(check-formatted|dry-run))/, command => `${command} --check-formatted`],
  [
    /\b(gleam format|deno fmt|zig fmt|hatch fmt|stylua|ruff format)\b(?!.*--(check|diff))/,
    command => insertAfter(command, /\b(gleam format|deno fmt|zig fmt|hatch fmt|stylua|ruff format)\b/, '--check'),
  ],
  [/\bterraform fmt\b(?!.*-check)/, command => insertAfter(command, /\bterraform fmt\b/, '-check')],
  [
    /\b(dart|flutter) format\b(?!.*--set-exit-if-changed)/,
    command => insertAfter(command, /\b(dart|flutter) format\b/, '--output=none --set-exit-if-changed'),
  ],
  [/\bdotnet format\b(?!.*--verify-no-changes)/, command => `${command} --verify-no-changes`],
  [/\b(black|isort)\b(?!.*(--check|--diff))/, command => insertAfter(command, /\b(black|isort)\b/, '--check')],
  [/\bphp-cs-fixer fix\b(?!.*--dry-run)/, command => `${command} --dry-run`],
  [/\bpint\b(?!.*--test)/, command => `${command} --test`],
  [/\brector( process)?\b(?!.*--dry-run)/, command => `${command} --dry-run`],
  [/\bspotlessApply\b/, command => command.replace(/\bspotlessApply\b/, 'spotlessCheck')],
  [/\bspotless:apply\b/, command => command.replace('spotless:apply', 'spotless:check')],
  [/\bktlintFormat\b/, command => command.replace('ktlintFormat', 'ktlintCheck')],
  [/\breformatAll\b/, command => command.replace('reformatAll', 'checkFormatAll')],
  [/\bscalafmtAll\b/, command => command.replace('scalafmtAll', 'scalafmtCheckAll')],
  [/\bcljfmt fix\b/, command => command.replace('cljfmt fix', 'cljfmt check')],
  [/\bdune fmt\b/, command => command.replace('dune fmt', 'dune build @fmt')],
  [/\bprettier\b.*(--write|\s-w\b)/, command => command.replace(/--write|(?<=\s)-w\b/, '--check')],
  [/\bshfmt\b.*\s-\w*w/, command => command.replace(/-(\w*)w(\w*)/, '-$1d$2')],
  [/\bgofmt\b.*\s-\w*w/, () => 'test -z "$(gofmt -l .)"'],
  [/\bgo fmt\b/, () => 'test -z "$(gofmt -l .)"'],
  [/\bclang-format(-\d+)?\b.*\s-i\b/, command => command.replace(/(?<=\s)-i\b/, '--dry-run --Werror')],
  [
    /\brubocop\b.*\s(-a|-A|--autocorrect(-all)?|--auto-correct)(?=\s|$)/,
    command => command.replace(/\s(-a|-A|--autocorrect(-all)?|--auto-correct)(?=\s|$)/, ''),
  ],
  [
    /\b(eslint|ruff( check)?|oxlint|xo|standard|standardrb|stylelint|biome|golangci-lint|clippy|swiftlint|markdownlint\S*|tslint|knip|codespell|deno lint|hatch check|typos|sqlfluff|ktlint|biome check|hatch check)\b.*\s(--fix(-\S+)?|--write|--unsafe|-w|--apply|--allow-dirty|--autocorrect)(?=\s|$)/,
    command =>
      command.replace(
        /\s(--fix(-[\w-]+)?|--write|--unsafe|-w|--apply(-unsafe)?|--allow-dirty|--allow-staged|--autocorrect|--unsafe-fixes)(?=\s|$)/g,
        '',
      ),
  ],
]

/** `ruff check . --fix` → `ruff check .`; the command itself where it rewrites nothing we know of. */
export function readOnlyTwin(command: string): string {
  const twin = TWINS.find(([pattern]) => matches(pattern, command))
  return twin === undefined ? command : twin[1](command).replace(/\s+/g, ' ').trim()
}

const MEASURING: readonly (readonly [RegExp, RegExp])[] = [
  [/\bgo test\b/, /\s-cover(profile|pkg|mode)?(=\S+)?(?=\s|$)/g],
  [/\bmix test\b/, /\s--(cover|export-coverage\s+\S+)(?=\s|$)/g],
  [/\b(flutter|dart) test\b/, /\s--coverage(=\S+)?(?=\s|$)/g],
  [/\bswift test\b/, /\s--enable-code-coverage(?=\s|$)/g],
]

/** A suite that is run to be measured is the suite all the same: `go test -coverprofile=c.out ./...` → `go test ./...`. */
export function withoutMeasuring(command: string): string {
  const flags = MEASURING.find(([tool]) => tool.test(command))?.[1]
  return flags === undefined
    ? command
    : command
        .replace(flags, '')
        .replace(/\s-bench=?(?=\s|$)/, '')
        .replace(/\s+/g, ' ')
        .trim()
}

function insertAfter(command: string, tool: RegExp, flags: string): string {
  return command.replace(tool, match => `${match} ${flags}`)
}
