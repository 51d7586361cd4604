import { phpTests } from '../canary/planters.ts'
import { dial } from '../protection/protection.ts'
import { comment } from '../protection/suppressions.ts'
import type { Tool } from '../tool.ts'
import { phpunit as phpunitOutput } from './read.ts'

export const phpunit: Tool = {
  name: 'phpunit',
  kind: 'test-runner',
  cannotStart: [
    {
      pattern: /^Cannot open (?:bootstrap script|file) "\S*(vendor\/autoload\.php)"/,
      what: 'dependencies',
      exits: [1, 2],
    },
  ],
  commands: {
    programs: 'phpunit',
    proves: [
      [/^(\S*\/)?phpunit\b.*--coverage/, 'coverage', 'test'],
      [/^(\S*\/)?(simple-)?phpunit\b/, 'test'],
    ],
    usual: 'phpunit',
    sign: /\bphpunit\b/,
    settings: { files: 'phpunit' },
  },
  readers: [phpunitOutput],
  canary: { tests: phpTests },
  protection: {
    files: {
      autoLoaded: [/^bootstrap\.php$/],
      config: [/^phpunit(?:\.[\w-]+)*\.xml(?:\.dist)?$|^\.phpunit\.result\.cache$/],
    },
    settings: {
      files: /(?:^|\/)phpunit(?:\.[\w-]+)*\.xml(?:\.dist)?$/,
      dials: [
        dial('skip', 'coverage', /(?:source|coverage|whitelist)\.exclude\.(?:directory|file)$/),
        dial('keep', 'coverage', /(?:source|coverage|whitelist)(?:\.include)?\.(?:directory|file)$/),
      ],
    },
    directives: [comment('coverage', /^php$/, /@codeCoverageIgnore(?!End)\w*/, 'block')],
    caches: ['.phpunit.result.cache', '.phpunit.cache'],
    detection: {
      names: ['phpunit'],
      signs: [
        {
          name: 'that it runs as a test',
          languages: /^php$/,
          pattern: `\\bdefined\\(\\s*["'](?:PHPUNIT|__PHPUNIT)\\w*|\\bclass_exists\\(\\s*["']?\\\\*PHPUnit|\\bdebug_backtrace\\([\\s\\S]{0,160}?["'][^"'\\n]*(?:PHPUnit|Test)`,
        },
      ],
    },
    packages: ['phpunit'],
    outside: { home: ['.phpunit.xml'] },
    retriesInCode: [
      { languages: /^php$/, pattern: /#\[\s*(?:Retry|Flaky)\b|@retry\s+\d+|->(?:retry|repeat)\(\s*\d+/g },
    ],
  },
}
