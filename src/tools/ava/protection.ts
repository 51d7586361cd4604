import { configModule, dataFile } from '../file-names.ts'
import type { Protection } from '../protection.ts'

export const avaProtection: Protection = {
  files: { config: [dataFile('ava'), configModule('ava')] },
  detection: { names: ['ava'] },
  packages: ['ava'],
  libraries: ['ava'],
  preparation: { files: /(?:^|\/)ava[\w.-]*\.\w+$/, section: 'ava' },
  scripts: ['ava'],
}
