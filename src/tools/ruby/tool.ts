import type { Tool } from '../tool.ts'
import { rubyCrash } from './read-crash.ts'

export const ruby: Tool = {
  name: 'ruby',
  kind: 'runtime',
  commands: { programs: 'ruby irb' },
  readers: [rubyCrash],
  protection: { files: { autoLoaded: [/^\.(?:irbrc|pryrc)(?:\.\w+)?$/] } },
}
