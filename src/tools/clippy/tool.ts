import { dial } from '../protection/protection.ts'
import type { Tool } from '../tool.ts'

export const clippy: Tool = {
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
}
