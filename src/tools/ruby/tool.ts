import type { Tool } from '../tool.ts'
import { commands } from './commands.ts'
import { rubyProtection } from './protection.ts'
import { rubyCrash } from './read-crash.ts'

export const ruby: Tool = {
  name: 'ruby',
  kind: 'runtime',
  commands,
  readers: [rubyCrash],
  protection: rubyProtection,
}
