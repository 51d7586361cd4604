import type { Tool } from '../tool.ts'
import { commands } from './commands.ts'
import { rspec as rspecOutput } from './read.ts'

export const rspec: Tool = {
  name: 'rspec',
  kind: 'test-runner',
  commands,
  readers: [rspecOutput],
}
