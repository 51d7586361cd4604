import type { Tool } from '../tool.ts'
import { gradleProtection } from './protection.ts'
import { gradle as gradleOutput } from './read.ts'

export const gradle: Tool = {
  name: 'gradle',
  kind: 'build-tool',
  readers: [gradleOutput],
  protection: gradleProtection,
}
