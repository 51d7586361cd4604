import type { CheckFamily } from '../../../tools/settings/dial.ts'
import type { Language } from '../syntax/language.ts'
import type { Comment } from '../syntax/syntax.ts'
import type { SuppressionScope } from './suppression.ts'

/** A comment that a tool obeys. `rules` in the pattern names what is left out; without it, all. */
export interface Directive {
  readonly tool: string
  readonly family: CheckFamily
  readonly languages: RegExp
  readonly says: RegExp
  readonly scope: SuppressionScope | ((comment: Comment) => SuppressionScope)
  /** When the comment that ends it follows, it holds for a block and not for the file. */
  readonly ends?: RegExp
  /** The rule's name where the pattern has none. */
  readonly rule?: string
  /** Only a block comment, or only one by itself, is obeyed. */
  readonly block?: true
}

const SCRIPT = /^(?:javascript|typescript|jsx|tsx|markup)$/
const PYTHON = /^python$/
const ANY = /./
const RULES = String.raw`(?<rules>[@\w/:.-]+(?:\s*,\s*[@\w/:.-]+)*)`
const asItStands = ({ alone }: Comment): SuppressionScope => (alone ? 'block' : 'line')

const row = (
  tool: string,
  family: CheckFamily,
  languages: RegExp,
  rest: Omit<Directive, 'tool' | 'family' | 'languages'>,
) => ({
  tool,
  family,
  languages,
  ...rest,
})

const eslintLike = (tool: string, word: string): readonly Directive[] => [
  row(tool, 'lint', SCRIPT, { says: new RegExp(`^\\s*${word}-(?:next-)?line(?![\\w-])\\s*${RULES}?`), scope: 'line' }),
  row(tool, 'lint', SCRIPT, {
    says: new RegExp(`^\\s*${word}(?![\\w-])\\s*${RULES}?`),
    scope: 'file',
    ends: new RegExp(`^\\s*${word.replace('disable', 'enable')}\\b`),
    block: true,
  }),
]

const SCRIPTS: readonly Directive[] = [
  row('typescript', 'types', SCRIPT, { says: /^[\s*/]*@ts-nocheck\b/, scope: 'file' }),
  row('typescript', 'types', SCRIPT, { says: /(?:^|\n)[\s*/]*@ts-ignore\b(?![\s\S]*\n[\s*]*\S)/, scope: 'line' }),
  row('typescript', 'types', SCRIPT, {
    says: /(?:^|\n)[\s*/]*@ts-expect-error\b(?![\s\S]*\n[\s*]*\S)/,
    scope: 'line',
    rule: 'expected',
  }),
  row('flow', 'types', SCRIPT, { says: /^[\s*]*\$Flow(?:FixMe|Ignore|IgnoreMe|ExpectedError|Issue)\b/, scope: 'line' }),
  row('flow', 'types', SCRIPT, { says: /^[\s*]*@noflow\b/, scope: 'file' }),
  ...eslintLike('eslint', 'eslint-disable'),
  row('eslint', 'lint', SCRIPT, {
    says: /^\s*eslint\s+(?<rules>[@\w/-]+)\s*:\s*(?:\[\s*)?(?:0\b|1\b|["'](?:off|warn)["'])/,
    scope: 'file',
    block: true,
  }),
  ...eslintLike('oxlint', 'oxlint-disable'),
  row('tslint', 'lint', SCRIPT, { says: /^\s*tslint:disable-(?:next-)?line(?::\s*(?<rules>[\w -]+))?/, scope: 'line' }),
  row('tslint', 'lint', SCRIPT, {
    says: /^\s*tslint:disable(?![\w-])(?::\s*(?<rules>[\w -]+))?/,
    scope: 'file',
    ends: /^\s*tslint:enable\b/,
  }),
  row('biome', 'lint', SCRIPT, { says: /^[\s*]*biome-ignore-all\s+(?<rules>[\w/]+)/, scope: 'file' }),
  row('biome', 'lint', SCRIPT, { says: /^[\s*]*biome-ignore-start\s+(?<rules>[\w/]+)/, scope: 'block' }),
  row('biome', 'lint', SCRIPT, { says: /^[\s*]*biome-ignore\s+(?<rules>[\w/]+)/, scope: 'line' }),
  row('deno', 'lint', SCRIPT, {
    says: /^\s*deno-lint-ignore-file\b\s*(?<rules>[\w-]+(?:[ ,]+[\w-]+)*)?/,
    scope: 'file',
  }),
  row('deno', 'lint', SCRIPT, {
    says: /^\s*deno-lint-ignore(?![\w-])\s*(?<rules>[\w-]+(?:[ ,]+[\w-]+)*)?/,
    scope: 'line',
  }),
  row('prettier', 'lint', SCRIPT, { says: /^\s*prettier-ignore(?:-start)?\s*$/, scope: 'line' }),
  row('jshint', 'lint', SCRIPT, { says: /^\s*(?:jshint|jslint)\s+ignore:/, scope: 'block' }),
]

const PYTHONS: readonly Directive[] = [
  row('mypy', 'types', PYTHON, { says: /(?:^|#)\s*type:\s*ignore\[(?<rules>[\w, -]+)\]/, scope: 'line' }),
  row('mypy', 'types', PYTHON, {
    says: /(?:^|#)\s*type:\s*ignore(?![\w[])/,
    scope: ({ alone, line }) => (alone && line < 30 ? 'file' : 'line'),
  }),
  row('mypy', 'types', PYTHON, { says: /^\s*mypy:\s*ignore[-_]errors\b(?!\s*=\s*false)/i, scope: 'file' }),
  row('mypy', 'types', PYTHON, {
    says: /^\s*mypy:\s*(?:disable-error-code\s*=\s*"?(?<rules>[\w, -]+)|allow[-_]untyped|no[-_](?:strict|check|disallow|warn))/,
    scope: 'file',
  }),
  row('pyright', 'types', PYTHON, { says: /(?:^|#)\s*pyright:\s*ignore\[(?<rules>[\w, -]+)\]/, scope: 'line' }),
  row('pyright', 'types', PYTHON, { says: /(?:^|#)\s*pyright:\s*ignore(?![\w[])/, scope: 'line' }),
  row('pyright', 'types', PYTHON, { says: /^\s*pyright:\s*basic\b/, scope: 'file' }),
  row('pyright', 'types', PYTHON, {
    says: /^\s*pyright:\s*(?<rules>report\w+)\s*=\s*(?:false|none|"?(?:none|information|warning)"?)/,
    scope: 'file',
  }),
  row('pytype', 'types', PYTHON, {
    says: /(?:^|#)\s*pytype:\s*(?:disable=(?<rules>[\w, -]+)|skip-file)/,
    scope: asItStands,
  }),
  row('ruff', 'lint', PYTHON, {
    says: /^\s*(?:ruff|flake8)\s*[:=]\s*noqa\b(?::\s*(?<rules>[A-Z]+\d*(?:[\s,]+[A-Z]+\d+)*))?/i,
    scope: 'file',
  }),
  row('ruff', 'lint', PYTHON, {
    says: /(?:^|#)\s*noqa\b(?::\s*(?<rules>[A-Z]+\d+(?:[\s,]+[A-Z]+\d+)*))?(?!`)/i,
    scope: 'line',
  }),
  row('ruff', 'lint', PYTHON, { says: /^\s*ruff:\s*(?:disable|ignore)\[(?<rules>[\w, -]+)\]/, scope: 'block' }),
  row('pylint', 'lint', PYTHON, { says: /^\s*pylint:\s*skip-file\b/, scope: 'file' }),
  row('pylint', 'lint', PYTHON, { says: /(?:^|#)\s*pylint:\s*disable-next\s*=\s*(?<rules>[\w, -]+)/, scope: 'line' }),
  row('pylint', 'lint', PYTHON, {
    says: /(?:^|#)\s*pylint:\s*disable\s*=\s*(?<rules>[\w-]+(?:\s*,\s*[\w-]+)*)/,
    scope: asItStands,
  }),
  row('bandit', 'lint', PYTHON, { says: /(?:^|#)\s*nosec\b(?::?\s*(?<rules>B\d+(?:[\s,]+B\d+)*))?/, scope: 'line' }),
  row('coverage.py', 'coverage', PYTHON, { says: /(?:^|#)\s*pragma:\s*no\s?(?:cover|branch)\b/i, scope: 'line' }),
]

const SLASHES: readonly Directive[] = [
  row('golangci', 'lint', /^go$/, { says: /^nolint\b(?::\s*(?<rules>[\w-]+(?:\s*,\s*[\w-]+)*))?/, scope: 'line' }),
  row('staticcheck', 'lint', /^go$/, { says: /^lint:ignore\s+(?<rules>[\w,*]+)/, scope: 'line' }),
  row('staticcheck', 'lint', /^go$/, { says: /^lint:file-ignore\s+(?<rules>[\w,*]+)/, scope: 'file' }),
  row('revive', 'lint', /^go$/, { says: /^\s*revive:disable(?:-[\w-]+)?(?::(?<rules>[\w-]+))?/, scope: asItStands }),
  row('gosec', 'lint', /^go$/, { says: /^\s*#nosec\b\s*(?<rules>G\d+(?:\s+G\d+)*)?/, scope: 'line' }),
  row('checkstyle', 'lint', /^(?:java|kotlin)$/, {
    says: /^\s*(?:CHECKSTYLE|checkstyle)[:.]\s*(?:OFF|off|ignore|suppress)\b/,
    scope: 'block',
  }),
  row('pmd', 'lint', /^java$/, { says: /^\s*NOPMD\b/, scope: 'line' }),
  row('sonar', 'lint', ANY, { says: /^\s*NOSONAR\b/, scope: 'line' }),
  row('inspection', 'lint', /^(?:java|kotlin|php)$/, { says: /^\s*@?noinspection\s+(?<rules>\w+)/, scope: 'line' }),
  row('resharper', 'lint', /^csharp$/, {
    says: /^\s*ReSharper disable(?: once)?\s+(?<rules>[\w.]+)/,
    scope: asItStands,
  }),
  row('clang-tidy', 'lint', /^c$/, { says: /^\s*NOLINT(?:NEXTLINE|BEGIN)?\b(?:\((?<rules>[^)]+)\))?/, scope: 'line' }),
  row('dart', 'lint', /^c$/, { says: /^\s*ignore_for_file:\s*(?<rules>[\w, ]+)/, scope: 'file' }),
  row('dart', 'lint', /^c$/, { says: /^\s*ignore:\s*(?<rules>[\w, ]+)/, scope: 'line' }),
  row('swiftlint', 'lint', /^swift$/, {
    says: /^\s*swiftlint:disable:(?:next|this|previous)\s+(?<rules>[\w ]+)/,
    scope: 'line',
  }),
  row('swiftlint', 'lint', /^swift$/, {
    says: /^\s*swiftlint:disable\s+(?<rules>[\w ]+)/,
    scope: 'file',
    ends: /^\s*swiftlint:enable\b/,
  }),
  row('phpstan', 'types', /^php$/, {
    says: /@phpstan-ignore(?:-next)?(?:-line)?\b(?:[ \t]+(?<rules>[a-z]+\.[\w.]+(?:\s*,\s*[a-z]+\.[\w.]+)*))?/,
    scope: 'line',
  }),
  row('psalm', 'types', /^php$/, { says: /@psalm-suppress\s+(?<rules>\w+(?:\s*,\s*\w+)*)/, scope: 'block' }),
  row('phpcs', 'lint', /^php$/, {
    says: /^[\s*]*(?:phpcs:(?:ignore|disable)|@codingStandardsIgnore(?:Line|Start))\b\s*(?<rules>[\w.]+(?:\s*,\s*[\w.]+)*)?/,
    scope: 'line',
  }),
  row('phpcs', 'lint', /^php$/, { says: /^[\s*]*(?:phpcs:ignoreFile|@codingStandardsIgnoreFile)\b/, scope: 'file' }),
  row('phpmd', 'lint', /^php$/, { says: /@SuppressWarnings\((?<rules>[\w.]+)\)/, scope: 'block' }),
  row('phpunit', 'coverage', /^php$/, { says: /@codeCoverageIgnore(?!End)\w*/, scope: 'block' }),
]

const HASHES: readonly Directive[] = [
  row('rubocop', 'lint', /^ruby$/, {
    says: /^\s*(?:rubocop|standard):(?:disable|todo)\s+(?<rules>[\w/]+(?:\s*,\s*[\w/]+)*)/,
    scope: ({ alone }) => (alone ? 'file' : 'line'),
    ends: /^\s*(?:rubocop|standard):enable\b/,
  }),
  row('sorbet', 'types', /^ruby$/, { says: /^\s*typed:\s*(?:false|ignore)\b/, scope: 'file' }),
  row('steep', 'types', /^ruby$/, { says: /^\s*steep:ignore\b/, scope: 'line' }),
  row('simplecov', 'coverage', /^ruby$/, { says: /^\s*:nocov:/, scope: 'block' }),
  row('shellcheck', 'lint', /^shell$/, { says: /^\s*shellcheck\s+disable=(?<rules>[\w,]+)/, scope: 'line' }),
  row('yamllint', 'lint', /^yaml$/, { says: /^\s*yamllint\s+disable(?:-line)?\b/, scope: asItStands }),
  row('credo', 'lint', /^elixir$/, { says: /^\s*credo:disable-for-[\w-]+(?:\s+(?<rules>[\w.]+))?/, scope: 'line' }),
  row('excoveralls', 'coverage', /^elixir$/, { says: /^\s*coveralls-ignore-(?:start|next-line)\b/, scope: 'block' }),
]

const COVERED: readonly Directive[] = [
  row('istanbul', 'coverage', SCRIPT, { says: /^\s*(?:istanbul|v8|c8)\s+ignore\s+file\b/, scope: 'file' }),
  row('istanbul', 'coverage', SCRIPT, { says: /^\s*(?:istanbul|v8|c8)\s+ignore\s+(?:start)\b/, scope: 'block' }),
  row('istanbul', 'coverage', SCRIPT, {
    says: /^\s*(?:istanbul|v8|c8)\s+ignore\s+(?:next|if|else|class|try|catch)\b/,
    scope: 'line',
  }),
  row('node', 'coverage', SCRIPT, { says: /^\s*node:coverage\s+(?:ignore next|disable)\b/, scope: 'line' }),
  row('lcov', 'coverage', ANY, {
    says: /^\s*(?:LCOV|GCOVR?|GRCOV)_EXCL_(?:LINE|START|BR_LINE|BR_START)\b/,
    scope: 'line',
  }),
  row('dart', 'coverage', /^c$/, { says: /^\s*coverage:ignore-(?:line|start|file)\b/, scope: 'line' }),
]

const DIRECTIVES: readonly Directive[] = [...SCRIPTS, ...PYTHONS, ...SLASHES, ...HASHES, ...COVERED]

export const directivesFor = (language: Language): readonly Directive[] =>
  DIRECTIVES.filter(({ languages }) => languages.test(language))
