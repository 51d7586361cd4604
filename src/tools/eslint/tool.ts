import type { Tool } from '../tool.ts'
import { eslint as eslintOutput } from './read.ts'

export const eslint: Tool = {
  name: 'eslint',
  kind: 'linter',
  readers: [eslintOutput],
}
