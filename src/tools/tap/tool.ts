import type { Tool } from '../tool.ts'
import { commands } from './commands.ts'
import { tap as tapOutput } from './read.ts'
import { tapTerse } from './read-terse.ts'

export const tap: Tool = {
  name: 'tap',
  kind: 'test-runner',
  commands,
  readers: [tapOutput, tapTerse],
}
