import type { Tool } from '../tool.ts'
import { commands } from './commands.ts'
import { nodeTest as nodeTestOutput } from './read.ts'

export const nodeTest: Tool = {
  name: 'node:test',
  kind: 'test-runner',
  commands,
  readers: [nodeTestOutput],
}
