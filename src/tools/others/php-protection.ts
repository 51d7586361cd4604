import { dial } from '../protection.ts'
import { countOf, forBlock, sumOf } from '../suppressions.ts'
import type { Tool } from '../tool.ts'

const PHP = /^php$/

export const protectedPhp: readonly Tool[] = [
  {
    name: 'phpstan',
    kind: 'type-checker',
    protection: {
      files: { config: [/^phpstan(?:[\w.-]*)\.(?:neon|php)(?:\.dist)?$/] },
      settings: {
        files: /(?:^|\/)phpstan(?![\w.-]*baseline)[\w.-]*\.neon(?:\.dist)?$/,
        dials: [
          dial('min', 'types', /^parameters\.level$/),
          dial('skip', 'types', /^parameters\.(?:ignoreErrors|excludePaths(?:\.\w+)?|excludes_analyse)$|^includes$/),
          dial('keep', 'types', /^parameters\.paths$/),
          dial('on', 'types', /^parameters\.(?:check\w+|reportMaybes\w*|strictRules\.\w+)$/),
        ],
      },
      directives: [
        {
          family: 'types',
          languages: PHP,
          says: /@phpstan-ignore(?:-next)?(?:-line)?\b(?:[ \t]+(?<rules>[a-z]+\.[\w.]+(?:\s*,\s*[a-z]+\.[\w.]+)*))?/,
          scope: 'line',
        },
      ],
      baselines: [
        {
          files: /(?:^|\/)phpstan[\w.-]*baseline[\w.-]*\.(?:neon|php)$/,
          families: ['types'],
          amount: sumOf(/['"]?count['"]?\s*(?::|=>)\s*(\d+)/g),
        },
      ],
    },
  },
  {
    name: 'psalm',
    kind: 'type-checker',
    protection: {
      files: { config: [/^psalm(?:-baseline)?\.xml(?:\.dist)?$/] },
      settings: {
        files: /(?:^|\/)psalm\.xml(?:\.dist)?$/,
        dials: [
          dial('max', 'types', /^psalm@errorLevel$/),
          dial('skip', 'types', /ignoreFiles\.(?:directory|file)@name$|issueHandlers\.\w+@errorLevel$/),
          dial('keep', 'types', /projectFiles\.(?:directory|file)@name$/),
        ],
      },
      directives: [
        {
          family: 'types',
          languages: PHP,
          says: /@psalm-suppress\s+(?<rules>\w+(?:\s*,\s*\w+)*)/,
          scope: 'block',
        },
      ],
      baselines: [{ files: /(?:^|\/)psalm-baseline\.xml$/, families: ['types'], amount: countOf(/<code>|<code\s/g) }],
    },
  },
  {
    name: 'phpcs',
    kind: 'linter',
    protection: {
      files: { config: [/^\.?phpcs\.xml(?:\.dist)?$/] },
      directives: [
        {
          family: 'lint',
          languages: PHP,
          says: /^[\s*]*(?:phpcs:(?:ignore|disable)|@codingStandardsIgnore(?:Line|Start))\b\s*(?<rules>[\w.]+(?:\s*,\s*[\w.]+)*)?/,
          scope: 'line',
        },
        {
          family: 'lint',
          languages: PHP,
          says: /^[\s*]*(?:phpcs:ignoreFile|@codingStandardsIgnoreFile)\b/,
          scope: 'file',
        },
      ],
    },
  },
  {
    name: 'phpmd',
    kind: 'linter',
    protection: {
      directives: [{ family: 'lint', languages: PHP, says: /@SuppressWarnings\((?<rules>[\w.]+)\)/, scope: 'block' }],
    },
  },
  {
    name: 'php-cs-fixer',
    kind: 'linter',
    protection: {
      files: { config: [/^\.?php-cs-fixer(?:\.dist)?\.php$|^rector\.php$/] },
      caches: ['.php-cs-fixer.cache'],
    },
  },
  {
    name: 'php',
    kind: 'runtime',
    protection: {
      attributes: [
        {
          family: 'coverage',
          languages: PHP,
          pattern: /#\[[^\]]*\bCodeCoverageIgnore\b/g,
          scope: forBlock,
          rule: 'coverage',
        },
      ],
    },
  },
  { name: 'infection', kind: 'test-runner', protection: { files: { config: [/^infection\.json5?(?:\.dist)?$/] } } },
  { name: 'pest', kind: 'test-runner', protection: { files: { config: [/^Pest\.php$/] } } },
  { name: 'behat', kind: 'test-runner', protection: { files: { config: [/^behat\.ya?ml(?:\.dist)?$/] } } },
  { name: 'codeception', kind: 'test-runner', protection: { files: { config: [/^codeception(?:\.dist)?\.yml$/] } } },
  {
    name: 'composer',
    kind: 'package-manager',
    protection: {
      files: { build: [/^composer\.json$/] },
      outside: { home: ['.composer/config.json', '.config/composer/config.json'] },
    },
  },
]
