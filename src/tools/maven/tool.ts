import type { Tool } from '../tool.ts'
import { mavenProtection } from './protection.ts'
import { maven as mavenOutput } from './read.ts'

export const maven: Tool = {
  name: 'maven',
  kind: 'build-tool',
  readers: [mavenOutput],
  protection: mavenProtection,
}
