import type { Tool } from '../tool.ts'
import { commands } from './commands.ts'
import { mocha as mochaOutput } from './read.ts'

export const mocha: Tool = {
  name: 'mocha',
  kind: 'test-runner',
  commands,
  readers: [mochaOutput],
}
