import type { Tool } from '../tool.ts'
import { commands } from './commands.ts'
import { minitest as minitestOutput } from './read.ts'

export const minitest: Tool = {
  name: 'minitest',
  kind: 'test-runner',
  commands,
  readers: [minitestOutput],
}
