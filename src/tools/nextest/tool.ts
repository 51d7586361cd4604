import type { Tool } from '../tool.ts'
import { nextestProtection } from './protection.ts'
import { nextest as nextestOutput } from './read.ts'

export const nextest: Tool = {
  name: 'nextest',
  kind: 'test-runner',
  readers: [nextestOutput],
  protection: nextestProtection,
}
