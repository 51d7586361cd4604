import type { Tool } from '../tool.ts'
import { eslintProtection } from './protection.ts'
import { eslint as eslintOutput } from './read.ts'

export const eslint: Tool = {
  name: 'eslint',
  kind: 'linter',
  readers: [eslintOutput],
  canary: { errors: { kind: 'syntax', files: /\.[cm]?[jt]sx?$/ } },
  protection: eslintProtection,
}
