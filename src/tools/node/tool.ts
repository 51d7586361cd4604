import type { Tool } from '../tool.ts'
import { commands } from './commands.ts'
import { nodeCrash } from './read-crash.ts'

export const node: Tool = {
  name: 'node',
  kind: 'runtime',
  commands,
  readers: [nodeCrash],
}
