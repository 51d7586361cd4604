import { configModule, dotFile } from '../protection/file-names.ts'
import { dial } from '../protection/protection.ts'
import { comment, disabledBy, SCRIPT, sumOf } from '../protection/suppressions.ts'
import type { Tool } from '../tool.ts'
import { eslint as eslintOutput } from './read.ts'

const RECOMMENDED =
  /^(?:no-(?:undef|unused-vars|empty|empty-pattern|case-declarations|cond-assign|const-assign|constant-condition|control-regex|debugger|delete-var|dupe-\w+|duplicate-case|ex-assign|extra-boolean-cast|fallthrough|func-assign|global-assign|import-assign|inner-declarations|invalid-regexp|irregular-whitespace|loss-of-precision|misleading-character-class|new-\w+|obj-calls|prototype-builtins|redeclare|regex-spaces|self-assign|setter-return|shadow-restricted-names|sparse-arrays|this-before-super|unexpected-multiline|unreachable|unsafe-\w+|unused-\w+|useless-\w+|with|explicit-any|empty-object-type|floating-promises|misused-promises|require-imports|namespace)|getter-return|require-yield|use-isnan|valid-typeof|constructor-super|for-direction|ban-ts-comment|rules-of-hooks|await-thenable|restrict-\w+)$/

export const eslint: Tool = {
  name: 'eslint',
  kind: 'linter',
  cannotStart: [{ pattern: /^ESLint couldn't find the (?:plugin|config) "([^"]+)"/, what: 'dependencies', exits: [2] }],
  commands: {
    programs: 'eslint',
    usual: 'npx eslint .',
    sign: /\beslint\b/,
    hazards: { rewrites: /\beslint\b.*\s-u(\s|$)/ },
    fixes: 'eslint',
    settings: { files: String.raw`\.eslint|eslint[.-]` },
  },
  readers: [eslintOutput],
  canary: { errors: { kind: 'syntax', files: /\.[cm]?[jt]sx?$/ } },
  protection: {
    family: 'lint',
    files: { config: [configModule('eslint'), dotFile('eslintrc|eslintignore'), /^eslint-suppressions\.json$/] },
    settings: {
      files: /(?:^|\/)(?:\.eslintrc(?:\.\w+)?|eslint\.config\.\w+|\.eslintignore|package\.json|\.?oxlintrc\.json)$/,
      within: /^eslintConfig\./,
      ownFiles: /(?:^|\/)(?:eslint\.config\.\w+|\.eslintrc.*|\.eslintignore|\.?oxlintrc\.json)$/,
      alias: path =>
        path
          .replace(/^.*?(?:^|\.)(rules|categories)\./, '$1.')
          .replace(/^(?:.*\.)?(?:ignorePatterns|\w*[iI]gnores)$/, 'ignores'),
      alternatives: 'linters',
      errorsByDefault: RECOMMENDED,
      dials: [
        dial('level', 'lint', /^(?:rules|categories)\./),
        dial('skip', 'lint', /^ignores$/),
        dial('base', 'lint', /^(?:extends|bases)$/),
      ],
    },
    directives: [
      ...disabledBy('eslint'),
      comment(
        'lint',
        SCRIPT,
        /^\s*eslint\s+(?<rules>[@\w/-]+)\s*:\s*(?:\[\s*)?(?:0\b|1\b|["'](?:off|warn)["'])/,
        'file',
        { block: true },
      ),
      // Names that nothing declares, and variables that nothing uses.
      comment('lint', SCRIPT, /^\s*(?:globals?|exported)\s+[\w$]/, 'file', { block: true }),
    ],
    baselines: [
      {
        files: /(?:^|\/)[\w.-]*eslint[\w.-]*suppressions[\w.-]*\.json$/,
        families: ['lint'],
        amount: sumOf(/"count"\s*:\s*(\d+)/g),
      },
    ],
    caches: ['.eslintcache'],
    packages: ['@typescript-eslint\\/.*', '@?eslint(?:[-/].*)?'],
    outside: {
      home: ['.eslintrc', '.eslintrc.json', '.eslintrc.js'],
      above: [
        '.eslintrc',
        '.eslintrc.js',
        '.eslintrc.cjs',
        '.eslintrc.json',
        '.eslintrc.yml',
        'eslint.config.js',
        'eslint.config.mjs',
      ],
    },
    scripts: ['eslint'],
  },
}
