import { dial } from '../protection.ts'
import type { Tool } from '../tool.ts'

export const protectedRust: readonly Tool[] = [
  {
    name: 'clippy',
    kind: 'linter',
    canary: { errors: { kind: 'syntax', files: /\.rs$/ } },
    protection: {
      family: 'lint',
      files: { config: [/^\.?clippy\.toml$/] },
      settings: {
        files: /(?:^|\/)(?:Cargo\.toml|\.?clippy\.toml)$/,
        within: /^(?:workspace\.)?(?=lints\.)|^(?=[\w-]+-threshold$)/,
        alias: path => path.replace(/\.level$/, ''),
        groups: /\.(?:all|pedantic|nursery|restriction|cargo)$/,
        dials: [dial('level', 'lint', /^lints\.\w+\.[\w:-]+$/), dial('max', 'lint', /-threshold$/)],
      },
    },
  },
  { name: 'rustfmt', kind: 'formatter', sharedFormat: true, protection: { files: { config: [/^\.?rustfmt\.toml$/] } } },
  { name: 'tarpaulin', kind: 'coverage', protection: { files: { config: [/^\.?tarpaulin\.toml$/] } } },
  { name: 'cargo-deny', kind: 'docs', protection: { files: { config: [/^\.?(?:deny|miri)\.toml$/] } } },
]
