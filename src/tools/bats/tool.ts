import type { Tool } from '../tool.ts'
import { commands } from './commands.ts'
import { batsPretty } from './read.ts'

export const bats: Tool = {
  name: 'bats',
  kind: 'test-runner',
  commands,
  readers: [batsPretty],
}
