import type { Protection } from '../protection.ts'

export const bunProtection: Protection = {
  files: { config: [/^bunfig\.toml$/] },
  detection: { variables: ['BUN_TEST'] },
  libraries: ['bun:test'],
  outside: { home: ['.bunfig.toml'] },
}
