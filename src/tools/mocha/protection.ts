import { dotFile } from '../file-names.ts'
import type { Protection } from '../protection.ts'

export const mochaProtection: Protection = {
  files: { config: [dotFile('mocharc')] },
  retries: { files: /(?:^|\/)(?:\.mocharc(?:\.\w+)?|package\.json)$/, within: '^mocha\\.' },
  detection: { names: ['mocha'], variables: ['MOCHA_\\w+'], globals: ['mocha'] },
  packages: ['mocha'],
  libraries: ['mocha'],
  outside: { home: ['.mocharc.json'], above: ['.mocharc.json', '.mocharc.yml'] },
}
