import type { Tool } from '../tool.ts'
import { commands } from './commands.ts'
import { goTest } from './read.ts'
import { goJson } from './read-json.ts'

export const go: Tool = {
  name: 'go test',
  kind: 'test-runner',
  commands,
  readers: [goTest, goJson],
}
