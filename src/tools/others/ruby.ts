import { configModule, dataFile } from '../protection/file-names.ts'
import { comment } from '../protection/suppressions.ts'
import type { Tool } from '../tool.ts'

const RUBY = /^ruby$/

export const rubyTools: readonly Tool[] = [
  {
    name: 'rake',
    kind: 'task-runner',
    cannotStart: [
      { pattern: /^No (Rakefile) found/, what: 'file', exits: [1] },
      { pattern: /^Don't know how to build task '([^']+)'/, what: 'target', exits: [1] },
    ],
    commands: {
      programs: 'rake',
      proves: [
        [/^rake (\w+:)?(rubocop|lint|standard|style)\b/, 'lint'],
        [/^rake (\w+:)?(test|spec|features|ci)(:\w+)?\b|^rake$/, 'test'],
        [/^rake (build|compile)\b|^gem build\b/, 'build'],
      ],
    },
    protection: { files: { build: [/^(?:Rake|Guard|Fast|Danger|Thor)file$|\.rake$/], config: [/^\.guardfile$/] } },
  },
  {
    name: 'rails',
    kind: 'task-runner',
    commands: {
      programs: 'rails',
      proves: [[/^rails test(:\w+)?\b/, 'test']],
      hazards: { 'never-ends': /\brails (s|server|c|console)(\s|$)/ },
    },
    protection: {
      files: { autoLoaded: [/^rails_helper\.(?:rb|lua)$/], configPaths: [/(?:^|\/)config\/environments\/test\.rb$/] },
      caches: ['tmp/cache/bootsnap'],
      uncached: (_, { temporary }) => ({ DISABLE_SPRING: '1', BOOTSNAP_CACHE_DIR: `${temporary}/bootsnap` }),
    },
  },
  {
    name: 'cucumber',
    kind: 'test-runner',
    commands: { starts: 'cucumber|turbo_tests|parallel_rspec|parallel_test|appraisal', spoken: { test: 'cucumber' } },
    protection: { files: { config: [dataFile('cucumber'), configModule('cucumber'), /^cucumber\.yml$/] } },
  },
  {
    name: 'standardrb',
    kind: 'linter',
    commands: { programs: 'standardrb', proves: [[/^(\S*\/)?standardrb\b/, 'lint', 'format']], fixes: 'standardrb' },
  },
  {
    name: 'reek',
    kind: 'linter',
    commands: {
      starts: 'reek|brakeman|erb_?lint|haml-lint|slim-lint|fasterer',
      spoken: { lint: 'reek' },
      hazards: { rewrites: /\bbrakeman\s(?:.*\s)?(?:-I|--interactive-ignore)(?:\s|$)/ },
    },
    protection: { files: { config: [/^\.reek(?:\.yml)?$|^\.erb-?lint\.yml$/] } },
  },
  {
    name: 'sorbet',
    kind: 'type-checker',
    commands: { programs: 'sorbet srb', starts: 'steep|srb|tapioca', spoken: { types: 'sorbet|steep' } },
    protection: {
      files: { configPaths: [/(?:^|\/)sorbet\/config$/] },
      directives: [comment('types', RUBY, /^\s*typed:\s*(?:false|ignore)\b/, 'file')],
    },
  },
  { name: 'yard', kind: 'docs', commands: { starts: 'yard stats|inch' } },
  {
    name: 'bundler',
    kind: 'package-manager',
    cannotStart: [
      { pattern: /^bundler: command not found: (\S+)/, what: 'program', exits: [127] },
      {
        pattern: /\bcan't find executable (\S+) for gem \S+ \S+ is not currently included in the bundle/,
        what: 'program',
        exits: [1],
      },
      { pattern: /^Could not locate (Gemfile)/, what: 'file', exits: [10] },
      {
        pattern:
          /(?:^|': )Could not find (?:gem '([\w.-]+)[^']*'|([\w.-]+?)(?:-\d[\w.]*)?(?:,.*)?) in (?:locally installed gems|any of the sources|cached gems|rubygems repository)/,
        what: 'dependencies',
        exits: [1, 7],
      },
      {
        pattern: /^Bundler::GemNotFound|^Run `bundle install` to install missing gems/,
        what: 'dependencies',
        exits: [1, 7],
      },
    ],
    commands: { programs: 'bundler gem thor' },
    protection: { outputs: ['.bundle'], outside: { home: ['.bundle/config', '.gemrc'] } },
  },
  {
    name: 'steep',
    kind: 'type-checker',
    protection: { directives: [comment('types', RUBY, /^\s*steep:ignore\b/, 'line')] },
  },
  {
    name: 'simplecov',
    kind: 'coverage',
    protection: {
      files: { config: [/^\.simplecov$/] },
      directives: [comment('coverage', RUBY, /^\s*:nocov:/, 'block')],
    },
  },
]
