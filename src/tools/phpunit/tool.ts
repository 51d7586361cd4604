import { phpTests } from '../canary/planters.ts'
import type { Tool } from '../tool.ts'
import { commands } from './commands.ts'
import { phpunitProtection } from './protection.ts'
import { phpunit as phpunitOutput } from './read.ts'

export const phpunit: Tool = {
  name: 'phpunit',
  kind: 'test-runner',
  commands,
  readers: [phpunitOutput],
  canary: { tests: phpTests },
  protection: phpunitProtection,
}
