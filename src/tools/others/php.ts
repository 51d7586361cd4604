import { append } from '../shell/insert-flag.ts'
import type { Tool } from '../tool.ts'

/** Tools for PHP of which we know their commands only. */
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
      spoken: { test: 'pest' },
      settings: { files: String.raw`Pest\.php|phpunit` },
    },
  },
  {
    name: 'behat',
    kind: 'test-runner',
    commands: {
      starts: String.raw`(\S*\/)?(paratest|codecept run|behat|phpspec run|kahlan|atoum)`,
    },
  },
  {
    name: 'artisan',
    kind: 'task-runner',
    commands: { programs: 'artisan', proves: [[/^(php )?artisan test\b/, 'test']] },
  },
  {
    name: 'phpstan',
    kind: 'type-checker',
    commands: {
      programs: 'phpstan',
      starts: String.raw`(\S*\/)?(phpstan|larastan)`,
      spoken: { types: 'phpstan' },
      settings: { files: 'phpstan' },
    },
  },
  {
    name: 'psalm',
    kind: 'type-checker',
    commands: {
      programs: 'psalm',
      starts: String.raw`(\S*\/)?psalm`,
      spoken: { types: 'psalm' },
      settings: { files: 'psalm' },
    },
  },
  {
    name: 'php-cs-fixer',
    kind: 'formatter',
    commands: {
      programs: 'php-cs-fixer',
      proves: [[/^(\S*\/)?php-cs-fixer (fix|check)\b/, 'lint', 'format']],
      spoken: { lint: 'php-cs-fixer' },
      hazards: { rewrites: /\bphp-cs-fixer fix\b(?!.*--dry-run)/ },
      looksOnly: [[/\bphp-cs-fixer fix\b(?!.*--dry-run)/, append('--dry-run')]],
    },
  },
  {
    name: 'phpcs',
    kind: 'linter',
    commands: {
      programs: 'phpcs',
      proves: [[/^(\S*\/)?(phpcs|ecs check)\b/, 'lint', 'format']],
      spoken: { lint: 'phpcs' },
      hazards: { rewrites: /\bphpcbf\b/ },
    },
  },
  {
    name: 'pint',
    kind: 'linter',
    commands: {
      proves: [[/^(\S*\/)?pint\b/, 'lint', 'format']],
      spoken: { lint: 'pint' },
      hazards: { rewrites: /\bpint\b(?!.*--test)/ },
      looksOnly: [[/\bpint\b(?!.*--test)/, append('--test')]],
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
  },
  { name: 'php -l', kind: 'linter', commands: { fed: 'php -l' } },
  { name: 'composer', kind: 'package-manager', commands: { programs: 'php composer infection' } },
]
