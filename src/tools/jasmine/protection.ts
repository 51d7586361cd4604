import { configModule, dataFile, dotFile } from '../file-names.ts'
import type { Protection } from '../protection.ts'

export const jasmineProtection: Protection = {
  files: { config: [dataFile('jasmine'), configModule('jasmine'), dotFile('jasmine')] },
  detection: { names: ['jasmine'], globals: ['jasmine'] },
  packages: ['jasmine.*'],
  libraries: ['jasmine(?:-core)?'],
}
