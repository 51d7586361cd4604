import type { Tool } from '../tool.ts'
import { shellcheckProtection } from './protection.ts'
import { shellcheck as shellcheckOutput } from './read.ts'

export const shellcheck: Tool = {
  name: 'shellcheck',
  kind: 'linter',
  readers: [shellcheckOutput],
  protection: shellcheckProtection,
}
