import { dotFile } from '../file-names.ts'
import type { Protection } from '../protection.ts'

export const mochaProtection: Protection = {
  files: { config: [dotFile('mocharc')] },
  retries: { files: /(?:^|\/)(?:\.mocharc(?:\.\w+)?|package\.json)$/, within: '^mocha\\.' },
  detection: { names: ['mocha'], variables: ['MOCHA_\\w+'], globals: ['mocha'] },
  packages: ['mocha'],
  libraries: ['mocha'],
  outside: { home: ['.mocharc.json'], above: ['.mocharc.json', '.mocharc.yml'] },
  preparation: { files: /(?:^|\/)\.mocharc[\w.-]*$/, section: 'mocha' },
  scripts: ['mocha'],
  flagFiles: /(?:^|\/)\.mocharc\.\w+$/,
  retriesInCode: [
    {
      languages: /^(?:javascript|typescript|jsx|tsx|markup)$/,
      pattern: /\bthis\.retries\(\s*\d+|\}\s*\)\.retries\(\s*\d+/g,
    },
  ],
}
