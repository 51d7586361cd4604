import type { Tool } from '../tool.ts'
import { gradle as gradleOutput } from './read.ts'

export const gradle: Tool = {
  name: 'gradle',
  kind: 'build-tool',
  readers: [gradleOutput],
}
