import type { Tool } from '../tool.ts'
import { bunProtection } from './protection.ts'
import { bun as bunOutput } from './read.ts'

export const bun: Tool = {
  name: 'bun test',
  kind: 'test-runner',
  readers: [bunOutput],
  protection: bunProtection,
}
