import type { Tool } from '../tool.ts'
import { commands } from './commands.ts'
import { rustcProtection } from './protection.ts'
import { rustc as rustcOutput } from './read.ts'

export const rustc: Tool = {
  name: 'rustc',
  kind: 'compiler',
  commands,
  readers: [rustcOutput],
  protection: rustcProtection,
}
