import { comment, SCRIPT } from '../protection/suppressions.ts'
import type { Tool } from '../tool.ts'
import { nodeCrash } from './read-crash.ts'
import { nodeSwitches } from './switches.ts'

export const node: Tool = {
  name: 'node',
  kind: 'runtime',
  commands: { programs: 'tsx ts-node' },
  readers: [nodeCrash],
  ids: { switches: nodeSwitches },
  protection: {
    directives: [comment('coverage', SCRIPT, /^\s*node:coverage\s+(?:ignore next|disable)\b/, 'line')],
    uncached: () => ({ NODE_DISABLE_COMPILE_CACHE: '1' }),
    libraries: ['(?:node:)?assert(?:/strict)?'],
    outside: { home: ['.noderc'] },
  },
}
