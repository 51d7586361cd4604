import type { Protection } from '../protection.ts'
import { SCRIPT } from '../suppressions.ts'

export const nodeProtection: Protection = {
  directives: [
    {
      family: 'coverage',
      languages: SCRIPT,
      says: /^\s*node:coverage\s+(?:ignore next|disable)\b/,
      scope: 'line',
    },
  ],
  uncached: () => ({ NODE_DISABLE_COMPILE_CACHE: '1' }),
  libraries: ['(?:node:)?assert(?:/strict)?'],
  outside: { home: ['.noderc'] },
}
