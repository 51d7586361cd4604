import type { Tool } from '../tool.ts'
import { commands } from './commands.ts'
import { bun as bunOutput } from './read.ts'

export const bun: Tool = {
  name: 'bun test',
  kind: 'test-runner',
  commands,
  readers: [bunOutput],
}
