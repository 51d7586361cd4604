import { javaScriptTests } from '../canary/planters.ts'
import { dotFile } from '../protection/file-names.ts'
import type { Tool } from '../tool.ts'
import { mocha as mochaOutput } from './read.ts'

export const mocha: Tool = {
  name: 'mocha',
  kind: 'test-runner',
  commands: {
    programs: 'mocha',
    usual: 'npx mocha',
    sign: /\bmocha\b/,
    hazards: { 'never-ends': /\bmocha\b.*\s-w(\s|$)/ },
    settings: { files: String.raw`\.mocharc|mocha\.opts` },
  },
  readers: [mochaOutput],
  ids: { preload: true, tellsOnly: true },
  canary: { tests: javaScriptTests },
  protection: {
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
  },
}
