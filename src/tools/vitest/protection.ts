import { configModule } from '../file-names.ts'
import { dial, type Protection } from '../protection.ts'

export const vitestProtection: Protection = {
  files: {
    autoLoaded: [/^(?:vitest[-.]setup|vitest[-.]global[-.]?setup)\.[cm]?[jt]sx?$/],
    config: [configModule('vitest|vite'), /^vitest\.(?:workspace|projects?|shared)\.\w+$/],
  },
  settings: {
    files: /(?:^|\/)vite(?:st)?(?:\.[\w-]+)*\.(?:config|workspace|projects?)(?:\.[\w-]+)*\.\w+$/,
    alias: path => path.replace(/^.*\.(?=coverage\.)/, '').replace(/^coverage\.thresholds\.(?:global\.)?/, 'coverage.'),
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
        // In-source tests ask for it too, and then take what they need from it.
        pattern: `(?<!=\\s*)\\bimport\\.meta\\.vitest\\b(?!\\s*\\)?\\s*\\{?\\s*(?:const|let|var)\\s*\\{[^}]*\\}\\s*=\\s*import\\.meta\\.vitest)`,
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
}
