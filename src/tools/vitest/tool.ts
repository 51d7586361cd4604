import type { Tool } from '../tool.ts'
import { commands } from './commands.ts'
import { vitest as vitestOutput } from './read.ts'

export const vitest: Tool = {
  name: 'vitest',
  kind: 'test-runner',
  commands,
  readers: [vitestOutput],
}
