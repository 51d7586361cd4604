import type { Protection } from '../protection.ts'

export const nextestProtection: Protection = {
  files: { config: [/^\.?nextest\.toml$/], configPaths: [/(?:^|\/)\.config\/nextest\.toml$/] },
  retries: { files: /(?:^|\/)nextest\.toml$/ },
  detection: { variables: ['NEXTEST(?:_\\w+)?'] },
  outside: { home: ['.config/nextest.toml'] },
}
