import { append } from '../shell/insert-flag.ts'
import type { Tool } from '../tool.ts'

export const rustTools: readonly Tool[] = [
  {
    name: 'rustfmt',
    kind: 'formatter',
    commands: {
      programs: 'rustfmt',
      proves: [[/^(cargo (\+\S+ )?fmt|rustfmt)\b.*--check/, 'format']],
      spoken: { format: 'rustfmt|cargo fmt' },
      hazards: { rewrites: /\bcargo fmt\b(?!.*--check)|(?<![\w.-])rustfmt(?![\w.])(?!.*--check)/ },
      looksOnly: [[/\bcargo (\+\S+ )?fmt\b(?!.*--check)/, append('--check')]],
    },
    sharedFormat: true,
    protection: { files: { config: [/^\.?rustfmt\.toml$/] } },
  },
  {
    // Runs another command of cargo for each combination of features.
    name: 'cargo-hack',
    kind: 'task-runner',
    commands: {
      proves: [
        [/^cargo (\+\S+ )?hack\b.*\sclippy\b/, 'lint'],
        [/^cargo (\+\S+ )?hack\b.*\stest\b/, 'test'],
        [/^cargo (\+\S+ )?hack\b.*\scheck\b/, 'types', 'build'],
        [/^cargo (\+\S+ )?hack\b.*\sbuild\b/, 'build', 'types'],
      ],
    },
  },
  {
    name: 'cargo-llvm-cov',
    kind: 'coverage',
    commands: {
      programs: 'cargo-llvm-cov tarpaulin',
      proves: [[/^cargo (\+\S+ )?(llvm-cov|tarpaulin)\b/, 'coverage', 'test']],
    },
  },
  {
    name: 'cargo-deny',
    kind: 'linter',
    commands: { proves: [[/^cargo (deny|machete|udeps)\b/, 'docs']] },
    protection: { files: { config: [/^\.?(?:deny|miri)\.toml$/] } },
  },
  { name: 'cargo-watch', kind: 'task-runner', commands: { hazards: { 'never-ends': /\bcargo watch\b/ } } },
  {
    name: 'mdbook',
    kind: 'docs',
    commands: { programs: 'mdbook', starts: 'mdbook (build|test)', spoken: { docs: 'mdbook' } },
  },
  { name: 'tarpaulin', kind: 'coverage', protection: { files: { config: [/^\.?tarpaulin\.toml$/] } } },
]
