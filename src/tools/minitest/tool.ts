import type { Tool } from '../tool.ts'
import { minitestProtection } from './protection.ts'
import { minitest as minitestOutput } from './read.ts'

export const minitest: Tool = {
  name: 'minitest',
  kind: 'test-runner',
  readers: [minitestOutput],
  protection: minitestProtection,
}
