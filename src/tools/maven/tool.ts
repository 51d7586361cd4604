import type { Tool } from '../tool.ts'
import { commands } from './commands.ts'
import { maven as mavenOutput } from './read.ts'

export const maven: Tool = {
  name: 'maven',
  kind: 'build-tool',
  commands,
  readers: [mavenOutput],
}
