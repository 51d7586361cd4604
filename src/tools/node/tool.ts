import type { Tool } from '../tool.ts'
import { nodeProtection } from './protection.ts'
import { nodeCrash } from './read-crash.ts'
import { nodeSwitches } from './switches.ts'

export const node: Tool = {
  name: 'node',
  kind: 'runtime',
  readers: [nodeCrash],
  ids: { switches: nodeSwitches },
  protection: nodeProtection,
}
