import type { Tool } from '../tool.ts'
import { commands } from './commands.ts'
import { gradle as gradleOutput } from './read.ts'

export const gradle: Tool = {
  name: 'gradle',
  kind: 'build-tool',
  commands,
  readers: [gradleOutput],
}
