import { javaScriptTests } from '../canary/planters.ts'
import { configModule, dotFile } from '../protection/file-names.ts'
import type { Tool } from '../tool.ts'
import { tapListing } from './listing.ts'
import { tap as tapOutput } from './read.ts'
import { tapTerse } from './read-terse.ts'

export const tap: Tool = {
  name: 'tap',
  kind: 'test-runner',
  commands: {
    programs: 'tap',
    spoken: {},
    measures: String.raw`--coverage\b`,
    sign: /(?:^|[\s/&;])tap\b/,
    settings: { name: '(?:node-)?tap', files: String.raw`\.taprc|tap\.config` },
  },
  readers: [tapOutput, tapTerse],
  ids: { listed: tapListing },
  canary: { tests: javaScriptTests },
  protection: { files: { config: [configModule('tap'), dotFile('taprc')] }, packages: ['tap'], libraries: ['tap'] },
}
