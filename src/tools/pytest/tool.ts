import type { Tool } from '../tool.ts'
import { pytestProtection } from './protection.ts'
import { pytest as pytestOutput } from './read.ts'

export const pytest: Tool = {
  name: 'pytest',
  kind: 'test-runner',
  readers: [pytestOutput],
  protection: pytestProtection,
}
