import type { Tool } from '../tool.ts'
import { batsPretty } from './read.ts'

export const bats: Tool = {
  name: 'bats',
  kind: 'test-runner',
  readers: [batsPretty],
}
