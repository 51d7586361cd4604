import { configModule, dotFile } from '../file-names.ts'
import type { Protection } from '../protection.ts'

export const tapProtection: Protection = {
  files: { config: [configModule('tap'), dotFile('taprc')] },
  packages: ['tap'],
  libraries: ['tap'],
}
