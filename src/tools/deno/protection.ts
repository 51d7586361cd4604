import { dial, type Protection } from '../protection.ts'
import { SCRIPT } from '../suppressions.ts'

export const denoProtection: Protection = {
  files: { config: [/^deno\.jsonc?$/, /^jsr\.jsonc?$/] },
  settings: {
    files: /(?:^|\/)deno\.jsonc?$/,
    alternatives: 'linters',
    dials: [
      dial('skip', 'lint', /^lint\.(?:exclude|rules\.exclude)$/),
      dial('keep', 'lint', /^lint\.(?:include|rules\.(?:include|tags))$/),
      dial('on', 'types', /^compilerOptions\.(?:strict\w*|no\w+)$/),
    ],
  },
  directives: [
    {
      family: 'lint',
      languages: SCRIPT,
      says: /^\s*deno-lint-ignore-file\b\s*(?<rules>[\w-]+(?:[ ,]+[\w-]+)*)?/,
      scope: 'file',
    },
    {
      family: 'lint',
      languages: SCRIPT,
      says: /^\s*deno-lint-ignore(?![\w-])\s*(?<rules>[\w-]+(?:[ ,]+[\w-]+)*)?/,
      scope: 'line',
    },
  ],
  outside: { home: ['.config/deno/deno.json'] },
}
