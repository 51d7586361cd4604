import type { Tool } from '../tool.ts'
import { goProtection } from './protection.ts'
import { goTest } from './read.ts'
import { goJson } from './read-json.ts'

export const go: Tool = {
  name: 'go test',
  kind: 'test-runner',
  readers: [goTest, goJson],
  protection: goProtection,
}
