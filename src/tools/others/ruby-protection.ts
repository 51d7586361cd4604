import { dial } from '../protection.ts'
import { countOf, sumOf } from '../suppressions.ts'
import type { Tool } from '../tool.ts'

const RUBY = /^ruby$/

export const protectedRuby: readonly Tool[] = [
  {
    name: 'rubocop',
    kind: 'linter',
    protection: {
      files: { config: [/^\.rubocop(?:_todo)?\.yml$|^\.standard\.yml$/] },
      settings: {
        files: /(?:^|\/)\.(?:rubocop|standard)\.yml$/,
        alternatives: 'linters',
        dials: [
          dial('stay', 'lint', /\.Enabled$/),
          dial('max', 'lint', /\.(?:Max|CountAsOne|MaxLength)$/),
          dial('skip', 'lint', /\.(?:Exclude|AllowedMethods|AllowedPatterns|IgnoredMethods)$|^ignore$/),
          dial('off', 'lint', /^AllCops\.DisabledByDefault$/),
        ],
      },
      directives: [
        {
          family: 'lint',
          languages: RUBY,
          says: /^\s*(?:rubocop|standard):(?:disable|todo)\s+(?<rules>[\w/]+(?:\s*,\s*[\w/]+)*)/,
          scope: ({ alone }) => (alone ? 'file' : 'line'),
          ends: /^\s*(?:rubocop|standard):enable\b/,
        },
      ],
      baselines: [
        {
          files: /(?:^|\/)\.rubocop_todo\.yml$/,
          families: ['lint'],
          amount: text =>
            sumOf(/# Offense count: (\d+)/g)(text) || countOf(/^\s+- \S|Enabled: false|^\s+Max: /gm)(text),
        },
      ],
      outside: { home: ['.rubocop.yml', '.config/rubocop/config.yml'], above: ['.rubocop.yml'] },
    },
  },
  { name: 'reek', kind: 'linter', protection: { files: { config: [/^\.reek(?:\.yml)?$|^\.erb-?lint\.yml$/] } } },
  {
    name: 'sorbet',
    kind: 'type-checker',
    protection: {
      files: { configPaths: [/(?:^|\/)sorbet\/config$/] },
      directives: [{ family: 'types', languages: RUBY, says: /^\s*typed:\s*(?:false|ignore)\b/, scope: 'file' }],
    },
  },
  {
    name: 'steep',
    kind: 'type-checker',
    protection: {
      directives: [{ family: 'types', languages: RUBY, says: /^\s*steep:ignore\b/, scope: 'line' }],
    },
  },
  {
    name: 'simplecov',
    kind: 'coverage',
    protection: {
      files: { config: [/^\.simplecov$/] },
      directives: [{ family: 'coverage', languages: RUBY, says: /^\s*:nocov:/, scope: 'block' }],
    },
  },
  {
    name: 'rake',
    kind: 'task-runner',
    protection: {
      files: { build: [/^(?:Rake|Guard|Fast|Danger|Thor)file$|\.rake$/], config: [/^\.guardfile$/] },
    },
  },
  {
    name: 'rails',
    kind: 'test-runner',
    protection: {
      files: { autoLoaded: [/^rails_helper\.(?:rb|lua)$/], configPaths: [/(?:^|\/)config\/environments\/test\.rb$/] },
      caches: ['tmp/cache/bootsnap'],
      uncached: (_, { temporary }) => ({ DISABLE_SPRING: '1', BOOTSNAP_CACHE_DIR: `${temporary}/bootsnap` }),
    },
  },
  {
    name: 'bundler',
    kind: 'package-manager',
    protection: { outputs: ['.bundle'], outside: { home: ['.bundle/config', '.gemrc'] } },
  },
]
