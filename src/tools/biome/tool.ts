import { configModule, dataFile } from '../protection/file-names.ts'
import { dial } from '../protection/protection.ts'
import { comment, SCRIPT } from '../protection/suppressions.ts'
import type { Tool } from '../tool.ts'
import { biome as biomeOutput } from './read.ts'

export const biome: Tool = {
  name: 'biome',
  kind: 'linter',
  commands: {
    programs: 'biome',
    proves: [
      [/^(biome|@biomejs\/biome) (check|ci)\b/, 'lint', 'format'],
      [/^biome lint\b/, 'lint'],
      [/^(biome|@biomejs\/biome) format\b/, 'format'],
    ],
    usual: 'npx biome check .',
    sign: /\bbiome\b/,
    hazards: { rewrites: /\bbiome\b.*\s-u(\s|$)/ },
    fixes: 'biome',
    settings: { files: String.raw`biome\.` },
    package: '@biomejs/biome',
  },
  readers: [biomeOutput],
  canary: { errors: { kind: 'syntax', files: /\.[cm]?[jt]sx?$/ } },
  protection: {
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
      comment('lint', SCRIPT, /^[\s*]*biome-ignore-all\s+(?<rules>[\w/]+)/, 'file'),
      comment('lint', SCRIPT, /^[\s*]*biome-ignore-start\s+(?<rules>[\w/]+)/, 'block'),
      comment('lint', SCRIPT, /^[\s*]*biome-ignore\s+(?<rules>[\w/]+)/, 'line'),
    ],
    packages: ['@biomejs\\/.*'],
    outside: { above: ['biome.json'] },
  },
}
