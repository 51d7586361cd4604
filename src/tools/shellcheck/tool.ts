import type { Tool } from '../tool.ts'
import { commands } from './commands.ts'
import { shellcheckProtection } from './protection.ts'
import { shellcheck as shellcheckOutput } from './read.ts'

export const shellcheck: Tool = {
  name: 'shellcheck',
  kind: 'linter',
  commands,
  readers: [shellcheckOutput],
  protection: shellcheckProtection,
}
