import type { Tool } from '../tool.ts'
import { commands } from './commands.ts'
import { jest as jestOutput } from './read.ts'

export const jest: Tool = {
  name: 'jest',
  kind: 'test-runner',
  commands,
  readers: [jestOutput],
}
