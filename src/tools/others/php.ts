import { dial } from '../protection/protection.ts'
import { comment, countOf, forBlock } from '../protection/suppressions.ts'
import { append } from '../shell/insert-flag.ts'
import type { Tool } from '../tool.ts'

const PHP = /^php$/

export const phpTools: readonly Tool[] = [
  {
    name: 'pest',
    kind: 'test-runner',
    commands: {
      programs: 'pest',
      proves: [
        [/^(\S*\/)?pest\b.*--coverage/, 'coverage', 'test'],
        [/^(\S*\/)?pest\b/, 'test'],
      ],
      settings: { files: String.raw`Pest\.php|phpunit` },
    },
    protection: { files: { config: [/^Pest\.php$/] } },
  },
  {
    name: 'behat',
    kind: 'test-runner',
    commands: { starts: String.raw`(\S*\/)?(paratest|codecept run|behat|phpspec run|kahlan|atoum)` },
    protection: { files: { config: [/^behat\.ya?ml(?:\.dist)?$/] } },
  },
  {
    name: 'artisan',
    kind: 'task-runner',
    commands: { programs: 'artisan', proves: [[/^(php )?artisan test\b/, 'test']] },
  },
  {
    name: 'psalm',
    kind: 'type-checker',
    commands: { programs: 'psalm', starts: String.raw`(\S*\/)?psalm`, settings: { files: 'psalm' } },
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
      directives: [comment('types', PHP, /@psalm-suppress\s+(?<rules>\w+(?:\s*,\s*\w+)*)/, 'block')],
      baselines: [{ files: /(?:^|\/)psalm-baseline\.xml$/, families: ['types'], amount: countOf(/<code>|<code\s/g) }],
    },
  },
  {
    name: 'php-cs-fixer',
    kind: 'linter',
    commands: {
      programs: 'php-cs-fixer',
      proves: [[/^(\S*\/)?php-cs-fixer (fix|check)\b/, 'lint', 'format']],
      hazards: { rewrites: /\bphp-cs-fixer fix\b(?!.*--dry-run)/ },
      looksOnly: [[/\bphp-cs-fixer fix\b(?!.*--dry-run)/, append('--dry-run')]],
    },
    protection: {
      files: { config: [/^\.?php-cs-fixer(?:\.dist)?\.php$|^rector\.php$/] },
      caches: ['.php-cs-fixer.cache'],
    },
  },
  {
    name: 'phpcs',
    kind: 'linter',
    commands: {
      programs: 'phpcs',
      spoken: { lint: 'phpcs|easy-coding-standard|easy coding standard|ecs' },
      proves: [[/^(\S*\/)?(phpcs|ecs check)\b/, 'lint', 'format']],
      hazards: { rewrites: /\bphpcbf\b/ },
    },
    protection: {
      files: { config: [/^\.?phpcs\.xml(?:\.dist)?$/] },
      directives: [
        comment(
          'lint',
          PHP,
          /^[\s*]*(?:phpcs:(?:ignore|disable)|@codingStandardsIgnore(?:Line|Start))\b\s*(?<rules>[\w.]+(?:\s*,\s*[\w.]+)*)?/,
          'line',
        ),
        comment('lint', PHP, /^[\s*]*(?:phpcs:ignoreFile|@codingStandardsIgnoreFile)\b/, 'file'),
      ],
    },
  },
  {
    name: 'pint',
    kind: 'linter',
    commands: {
      proves: [[/^(\S*\/)?pint\b(?! [\w-]+:)/, 'lint', 'format']],
      spoken: { lint: 'pint' },
      hazards: { rewrites: /\bpint\b(?! [\w-]+:)(?!.*--test)/ },
      looksOnly: [[/\bpint\b(?! [\w-]+:)(?!.*--test)/, append('--test')]],
    },
  },
  {
    name: 'rector',
    kind: 'linter',
    commands: {
      hazards: { rewrites: /\brector\b(?!.*--dry-run)/ },
      looksOnly: [[/\brector( process)?\b(?!.*--dry-run)/, append('--dry-run')]],
    },
  },
  {
    name: 'phpmd',
    kind: 'linter',
    commands: { starts: 'phpmd|phplint|phan|parallel-lint|deptrac|composer (validate|normalize)' },
    protection: { directives: [comment('lint', PHP, /@SuppressWarnings\((?<rules>[\w.]+)\)/, 'block')] },
  },
  { name: 'php -l', kind: 'linter', commands: { fed: 'php -l' } },
  {
    name: 'composer',
    kind: 'package-manager',
    cannotStart: [
      { pattern: /^\s*Command "([^"]+)" is not defined\./, what: 'script', exits: [1] },
      { pattern: /could not find a (composer\.json)/, what: 'file', exits: [1] },
    ],
    commands: { programs: 'php composer infection' },
    protection: {
      files: { build: [/^composer\.json$/] },
      outside: { home: ['.composer/config.json', '.config/composer/config.json'] },
    },
  },
  {
    name: 'php',
    kind: 'runtime',
    cannotStart: [
      { pattern: /^Could not open input file: (\S*vendor\/\S+)$/, what: 'dependencies', exits: [1] },
      { pattern: /^Could not open input file: (\S+)$/, what: 'file', exits: [1] },
      { pattern: /Failed opening required '\S*(vendor\/autoload\.php)'/, what: 'dependencies', exits: [255] },
    ],
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
  { name: 'codeception', kind: 'test-runner', protection: { files: { config: [/^codeception(?:\.dist)?\.yml$/] } } },
]
