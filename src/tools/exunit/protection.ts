import type { Protection } from '../protection.ts'

export const exunitProtection: Protection = {
  files: { autoLoaded: [/^test_helper\.exs$/] },
  detection: {
    signs: [
      {
        name: 'that it runs as a test',
        languages: /^elixir$/,
        pattern: `\\bCode\\.ensure_loaded\\?\\(ExUnit|\\bProcess\\.whereis\\(ExUnit`,
      },
    ],
  },
}
