import type { Tool } from '../tool.ts'
import { biome as biomeOutput } from './read.ts'

export const biome: Tool = {
  name: 'biome',
  kind: 'linter',
  readers: [biomeOutput],
}
