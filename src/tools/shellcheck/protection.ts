import type { Protection } from '../protection.ts'

export const shellcheckProtection: Protection = {
  family: 'lint',
  files: { config: [/^\.shellcheckrc$/] },
  directives: [
    { family: 'lint', languages: /^shell$/, says: /^\s*shellcheck\s+disable=(?<rules>[\w,]+)/, scope: 'line' },
  ],
}
