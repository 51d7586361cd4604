import { phpTests } from '../canary/planters.ts'
import type { Tool } from '../tool.ts'
import { phpunitProtection } from './protection.ts'
import { phpunit as phpunitOutput } from './read.ts'

export const phpunit: Tool = {
  name: 'phpunit',
  kind: 'test-runner',
  readers: [phpunitOutput],
  canary: { tests: phpTests },
  protection: phpunitProtection,
}
