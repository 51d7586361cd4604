import { javaScriptTests } from '../canary/planters.ts'
import { configModule } from '../protection/file-names.ts'
import { dial } from '../protection/protection.ts'
import type { Tool } from '../tool.ts'
import { vitest as vitestOutput } from './read.ts'

export const vitest: Tool = {
  name: 'vitest',
  kind: 'test-runner',
  commands: {
    programs: 'vitest',
    measures: String.raw`--coverage\b`,
    narrows: '',
    usual: 'npx vitest run',
    sign: /\bvitest\b/,
    hazards: { rewrites: /\bvitest\b.*\s(-u|--update)(\s|$)/, 'never-ends': /\bvitest\b.*\s-w(\s|$)/ },
    settings: { files: String.raw`vitest\.|vite\.config` },
  },
  readers: [vitestOutput],
  ids: { preload: true },
  canary: { tests: javaScriptTests },
  isolates: true,
  protection: {
    files: {
      autoLoaded: [/^(?:vitest[-.]setup|vitest[-.]global[-.]?setup)\.[cm]?[jt]sx?$/],
      config: [configModule('vitest|vite'), /^vitest\.(?:workspace|projects?|shared)\.\w+$/],
    },
    settings: {
      files: /(?:^|\/)vite(?:st)?(?:\.[\w-]+)*\.(?:config|workspace|projects?)(?:\.[\w-]+)*\.\w+$/,
      alias: path =>
        path.replace(/^.*\.(?=coverage\.)/, '').replace(/^coverage\.thresholds\.(?:global\.)?/, 'coverage.'),
      alternatives: 'coverage',
      dials: [
        dial('min', 'coverage', /^(?:coverage\.)?(?:.*\.)?(?:lines|branches|functions|statements)$/),
        dial('on', 'coverage', /^coverage\.(?:100|perFile)$/),
        dial('stay', 'coverage', /^coverage\.(?:all|enabled)$/),
        dial('skip', 'coverage', /^coverage\.exclude$/),
        dial('keep', 'coverage', /^coverage\.include$/),
        dial('max', 'retries', /(?:^|\.)test\.retry(?:\.count)?$|^retry(?:\.count)?$/, 0),
      ],
    },
    caches: ['node_modules/.vite', 'node_modules/.vitest'],
    detection: {
      names: ['vitest'],
      variables: ['VITEST(?:_\\w+)?'],
      globals: ['vi', '__vitest\\w*'],
      signs: [
        {
          name: 'the runner that it is loaded by',
          languages: /^(?:javascript|typescript|jsx|tsx|markup)$/,
          // In-source tests ask for it too, and then take what they need from it. No other code lists what a loader puts there.
          pattern: `(?<!=\\s*)\\bimport\\.meta\\.vitest\\b(?!\\s*\\)?\\s*\\{?\\s*(?:const|let|var)\\s*\\{[^}]*\\}\\s*=\\s*import\\.meta\\.vitest)|\\b(?:Object|Reflect)\\.\\w+\\(\\s*import\\.meta\\s*[,)]|\\bin\\s+import\\.meta\\b(?!\\.)|\\bimport\\.meta\\s*\\[`,
        },
      ],
    },
    packages: ['@?vitest(?:[-/].*)?', 'vite-node'],
    libraries: ['@?vitest(?:/\\w+)?'],
    preparation: { files: /(?:^|\/)vite[\w.-]*\.\w+$/ },
    scripts: ['vitest'],
    inlineTests: /^if \(import\.meta\.vitest\)\s*\{/gm,
    retriesInCode: [
      {
        languages: /^(?:javascript|typescript|jsx|tsx|markup)$/,
        pattern:
          /\b(?:test|it|describe|suite)(?:\.\w+)*\(\s*(?:["'`][^"'`\n]*["'`]\s*,\s*)?\{[^{}]*\bretr(?:y|ies)\s*:\s*\d+/g,
      },
    ],
  },
}
