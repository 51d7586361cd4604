import type { Tool } from '../tool.ts'
import { commands } from './commands.ts'
import { cargoStart } from './read-start.ts'
import { cargoTest } from './read-test.ts'

export const cargo: Tool = {
  name: 'cargo test',
  kind: 'build-tool',
  commands,
  readers: [cargoTest, cargoStart],
}
