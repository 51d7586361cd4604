import { configModule, dataFile } from '../file-names.ts'
import { dial, type Protection } from '../protection.ts'
import { SCRIPT } from '../suppressions.ts'

export const biomeProtection: Protection = {
  family: 'lint',
  files: { config: [dataFile('biome'), configModule('biome')] },
  settings: {
    files: /(?:^|\/)biome\.jsonc?$/,
    alias: path => path.replace(/^.*?rules\.(?:\w+\.)?(?=\w+(?:\.level)?$)/, 'rules.').replace(/\.level$/, ''),
    alternatives: 'linters',
    dials: [
      dial('stay', 'lint', /^rules\.(?:recommended|all)$|(?:^|\.)(?:linter|formatter|assist)\.enabled$/),
      dial('level', 'lint', /^rules\./),
      dial('skip', 'lint', /(?:^|\.)(?:ignore|experimentalScannerIgnores)$/),
      dial('keep', 'lint', /^(?:files\.|linter\.)?(?:includes|include)$/),
    ],
  },
  directives: [
    { family: 'lint', languages: SCRIPT, says: /^[\s*]*biome-ignore-all\s+(?<rules>[\w/]+)/, scope: 'file' },
    { family: 'lint', languages: SCRIPT, says: /^[\s*]*biome-ignore-start\s+(?<rules>[\w/]+)/, scope: 'block' },
    { family: 'lint', languages: SCRIPT, says: /^[\s*]*biome-ignore\s+(?<rules>[\w/]+)/, scope: 'line' },
  ],
  packages: ['@biomejs\\/.*'],
  outside: { above: ['biome.json'] },
}
