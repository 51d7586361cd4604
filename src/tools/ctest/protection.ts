import type { Protection } from '../protection.ts'

export const ctestProtection: Protection = {
  files: { config: [/^CTestCustom\.\w+$|^CTestConfig\.cmake$/] },
}
