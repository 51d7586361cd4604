import type { Tool } from '../tool.ts'
import { commands } from './commands.ts'
import { eslint as eslintOutput } from './read.ts'

export const eslint: Tool = {
  name: 'eslint',
  kind: 'linter',
  commands,
  readers: [eslintOutput],
}
