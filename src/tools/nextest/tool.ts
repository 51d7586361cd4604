import type { Tool } from '../tool.ts'
import { commands } from './commands.ts'
import { nextest as nextestOutput } from './read.ts'

export const nextest: Tool = {
  name: 'nextest',
  kind: 'test-runner',
  commands,
  readers: [nextestOutput],
}
