import type { Tool } from '../tool.ts'
import { commands } from './commands.ts'
import { eslintProtection } from './protection.ts'
import { eslint as eslintOutput } from './read.ts'

export const eslint: Tool = {
  name: 'eslint',
  kind: 'linter',
  commands,
  readers: [eslintOutput],
  canary: { errors: { kind: 'syntax', files: /\.[cm]?[jt]sx?$/ } },
  protection: eslintProtection,
}
