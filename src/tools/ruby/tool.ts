import type { Tool } from '../tool.ts'
import { rubyProtection } from './protection.ts'
import { rubyCrash } from './read-crash.ts'

export const ruby: Tool = {
  name: 'ruby',
  kind: 'runtime',
  readers: [rubyCrash],
  protection: rubyProtection,
}
