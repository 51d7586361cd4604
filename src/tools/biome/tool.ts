import type { Tool } from '../tool.ts'
import { commands } from './commands.ts'
import { biomeProtection } from './protection.ts'
import { biome as biomeOutput } from './read.ts'

export const biome: Tool = {
  name: 'biome',
  kind: 'linter',
  commands,
  readers: [biomeOutput],
  canary: { errors: { kind: 'syntax', files: /\.[cm]?[jt]sx?$/ } },
  protection: biomeProtection,
}
