import type { Tool } from '../tool.ts'
import { commands } from './commands.ts'
import { biome as biomeOutput } from './read.ts'

export const biome: Tool = {
  name: 'biome',
  kind: 'linter',
  commands,
  readers: [biomeOutput],
}
