import type { Tool } from '../tool.ts'
import { phpunitProtection } from './protection.ts'
import { phpunit as phpunitOutput } from './read.ts'

export const phpunit: Tool = {
  name: 'phpunit',
  kind: 'test-runner',
  readers: [phpunitOutput],
  protection: phpunitProtection,
}
