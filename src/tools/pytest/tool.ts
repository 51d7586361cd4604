import type { Tool } from '../tool.ts'
import { commands } from './commands.ts'
import { pytest as pytestOutput } from './read.ts'

export const pytest: Tool = {
  name: 'pytest',
  kind: 'test-runner',
  commands,
  readers: [pytestOutput],
}
