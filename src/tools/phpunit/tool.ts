import { writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Environment } from '../../system/shell.ts'
import { phpTests } from '../canary/planters.ts'
import type { SwitchedRun } from '../ids/test-ids-plan.ts'
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
  ids: { switches: phpunitSwitches },
  canary: { tests: phpTests },
  protection: {
    files: {
      autoLoaded: [/^bootstrap\.php$/],
      config: [/^phpunit(?:\.[\w-]+)*\.xml(?:\.dist)?$/],
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

// PHP loads the listener before the script that it is called with. The empty place stands for the folder that PHP searches anyway.
function phpunitSwitches({ env, plugins, preloads }: SwitchedRun): Environment {
  const listener = join(preloads, 'agent_loop_evidence.php').replaceAll(/["\\]/g, '\\$&')
  writeFileSync(join(plugins, 'agent-loop.ini'), `auto_prepend_file="${listener}"\n`)
  return { PHP_INI_SCAN_DIR: `${plugins}${delimiter}${env['PHP_INI_SCAN_DIR'] ?? ''}` }
}
