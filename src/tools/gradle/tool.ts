import { jvmTests } from '../canary/planters.ts'
import type { Tool } from '../tool.ts'
import { commands } from './commands.ts'
import { gradleProtection } from './protection.ts'
import { gradle as gradleOutput } from './read.ts'

export const gradle: Tool = {
  name: 'gradle',
  kind: 'build-tool',
  commands,
  readers: [gradleOutput],
  ids: { reports: '**/build/test-results/**/TEST-*.xml' },
  canary: { tests: jvmTests },
  protection: gradleProtection,
}
