import type { Tool } from '../tool.ts'
import { tapProtection } from './protection.ts'
import { tap as tapOutput } from './read.ts'
import { tapTerse } from './read-terse.ts'

export const tap: Tool = {
  name: 'tap',
  kind: 'test-runner',
  readers: [tapOutput, tapTerse],
  protection: tapProtection,
}
