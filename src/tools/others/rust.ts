import { append } from '../shell/insert-flag.ts'
import type { Tool } from '../tool.ts'

/** Tools for Rust of which we know their commands only. */
export const rustTools: readonly Tool[] = [
  {
    name: 'clippy',
    kind: 'linter',
    commands: {
      programs: 'clippy-driver',
      proves: [[/^cargo (\+\S+ )?(hack )?clippy\b/, 'lint']],
      usual: 'cargo clippy -- -D warnings',
      spoken: { lint: 'clippy' },
      fixes: 'clippy',
      settings: { files: String.raw`\.?clippy\.toml` },
    },
  },
  {
    name: 'rustfmt',
    kind: 'formatter',
    commands: {
      programs: 'rustfmt',
      proves: [[/^(cargo (\+\S+ )?fmt|rustfmt)\b.*--check/, 'format']],
      spoken: { format: 'rustfmt|cargo fmt' },
      hazards: { rewrites: /\bcargo fmt\b(?!.*--check)|\brustfmt\b(?!.*--check)/ },
      looksOnly: [[/\bcargo (\+\S+ )?fmt\b(?!.*--check)/, append('--check')]],
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
  },
  {
    name: 'cargo-watch',
    kind: 'task-runner',
    commands: { hazards: { 'never-ends': /\bcargo watch\b/ } },
  },
  { name: 'mdbook', kind: 'docs', commands: { programs: 'mdbook', starts: 'mdbook (build|test)' } },
]
