import type { Tool } from '../tool.ts'
import { commands } from './commands.ts'
import { nodeProtection } from './protection.ts'
import { nodeCrash } from './read-crash.ts'
import { nodeSwitches } from './switches.ts'

export const node: Tool = {
  name: 'node',
  kind: 'runtime',
  commands,
  readers: [nodeCrash],
  ids: { switches: nodeSwitches },
  protection: nodeProtection,
}
