import { instead } from '../shell/insert-flag.ts'
import type { Tool } from '../tool.ts'

const CORRECTS = String.raw`\s(-a|-A|--autocorrect(-all)?|--auto-correct)(?=\s|$)`

/** Tools for Ruby of which we know their commands only. */
export const rubyTools: readonly Tool[] = [
  {
    name: 'rake',
    kind: 'task-runner',
    commands: {
      programs: 'rake',
      proves: [
        [/^rake (\w+:)?(rubocop|lint|standard|style)\b/, 'lint'],
        [/^rake (\w+:)?(test|spec|features|ci)(:\w+)?\b|^rake$/, 'test'],
        [/^rake (build|compile)\b|^gem build\b/, 'build'],
      ],
    },
  },
  {
    name: 'rails',
    kind: 'task-runner',
    commands: {
      programs: 'rails',
      proves: [[/^rails test(:\w+)?\b/, 'test']],
      hazards: { 'never-ends': /\brails (s|server|c|console)(\s|$)/ },
    },
  },
  {
    name: 'cucumber',
    kind: 'test-runner',
    commands: {
      starts: 'cucumber|turbo_tests|parallel_rspec|parallel_test|appraisal',
      spoken: { test: 'cucumber' },
    },
  },
  {
    name: 'rubocop',
    kind: 'linter',
    commands: {
      programs: 'rubocop',
      proves: [[/^(\S*\/)?rubocop\b/, 'lint', 'format']],
      usual: 'rubocop',
      spoken: { lint: 'rubocop' },
      hazards: { rewrites: /\brubocop\b.*\s-(a|A|x)(\s|$)/ },
      looksOnly: [[new RegExp(String.raw`\brubocop\b.*${CORRECTS}`), instead(new RegExp(CORRECTS), '')]],
      settings: { files: String.raw`\.rubocop` },
    },
  },
  {
    name: 'standardrb',
    kind: 'linter',
    commands: {
      programs: 'standardrb',
      proves: [[/^(\S*\/)?standardrb\b/, 'lint', 'format']],
      spoken: { lint: 'standardrb' },
      fixes: 'standardrb',
    },
  },
  {
    name: 'reek',
    kind: 'linter',
    commands: { starts: 'reek|brakeman|erb_?lint|haml-lint|slim-lint|fasterer', spoken: { lint: 'reek' } },
  },
  {
    name: 'sorbet',
    kind: 'type-checker',
    commands: { programs: 'sorbet srb', starts: 'steep|srb|tapioca', spoken: { types: 'sorbet|steep' } },
  },
  { name: 'yard', kind: 'docs', commands: { starts: 'yard stats|inch' } },
  { name: 'bundler', kind: 'package-manager', commands: { programs: 'bundler gem thor' } },
]
