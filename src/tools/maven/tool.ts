import { jvmTests } from '../canary/planters.ts'
import type { Tool } from '../tool.ts'
import { commands } from './commands.ts'
import { mavenProtection } from './protection.ts'
import { maven as mavenOutput } from './read.ts'

export const maven: Tool = {
  name: 'maven',
  kind: 'build-tool',
  commands,
  readers: [mavenOutput],
  ids: { reports: '**/target/{surefire,failsafe}-reports/TEST-*.xml' },
  canary: { tests: jvmTests },
  protection: mavenProtection,
}
