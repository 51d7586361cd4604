import { javaScriptTests } from '../canary/planters.ts'
import { configModule, dataFile } from '../protection/file-names.ts'
import { dial } from '../protection/protection.ts'
import type { Tool } from '../tool.ts'
import { jest as jestOutput } from './read.ts'

export const jest: Tool = {
  name: 'jest',
  kind: 'test-runner',
  cannotStart: [
    {
      pattern:
        /^\s+(?:Preset (@?[\w-]\S*) not found\b|Module (@?[\w-]\S*) in the \w+ option was not found\b|Test environment (\S+) cannot be found\b)/,
      what: 'dependencies',
      exits: [1],
    },
  ],
  commands: {
    programs: 'jest',
    measures: String.raw`--coverage\b`,
    narrows: '--testPathPattern=',
    usual: 'npx jest',
    sign: /\bjest\b|\breact-scripts test\b/,
    hazards: { rewrites: /\bjest\b.*\s(-u|--update)(\s|$)/ },
    settings: { files: String.raw`jest\.|setupJest|\.babelrc|babel\.config` },
  },
  readers: [jestOutput],
  ids: { preload: true },
  canary: { tests: javaScriptTests },
  isolates: true,
  protection: {
    files: {
      autoLoaded: [/^(?:setupJest|jest[-.]setup|jest[-.]global[-.]?setup)\.[cm]?[jt]sx?$/],
      // Taken for installed packages without being asked for.
      autoLoadedPaths: [/^(?:(?:packages|apps|libs)\/[^/]+\/)?__mocks__\//],
      config: [dataFile('jest'), configModule('jest')],
    },
    settings: {
      files: /(?:^|\/)(?:jest(?:\.[\w-]+)*\.config\.\w+|jest\.config\.[\w.]+|package\.json|jest\.config\.json)$/,
      within: /^jest\.|^(?!scripts\.|eslintConfig\.|nyc\.|c8\.)(?=coverage|collectCoverage|global\.|projects\.)/,
      alternatives: 'coverage',
      dials: [
        dial('min', 'coverage', /(?:^|\.)coverageThreshold\..*\.(?:lines|branches|functions|statements)$/),
        dial('skip', 'coverage', /(?:^|\.)coveragePathIgnorePatterns$/),
        dial('keep', 'coverage', /(?:^|\.)collectCoverageFrom$/),
      ],
    },
    detection: { names: ['jest'], variables: ['JEST_WORKER_ID'], uniqueGlobals: ['jest'] },
    packages: ['@?jest(?:[-/].*)?', 'expect(?:-.*)?', 'babel-jest', 'ts-jest'],
    libraries: ['@jest/[\\w-]+', 'jest(?:-[\\w-]+)?', 'expect(?:-[\\w-]+)?'],
    preparation: { files: /(?:^|\/)jest[\w.-]*\.\w+$/, section: 'jest' },
    scripts: ['jest'],
    retriesInCode: [
      { languages: /^(?:javascript|typescript|jsx|tsx|markup)$/, pattern: /\bjest\.retryTimes\(\s*\d+/g },
    ],
  },
}
