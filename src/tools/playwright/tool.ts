import { javaScriptTests } from '../canary/planters.ts'
import type { Tool } from '../tool.ts'
import { commands } from './commands.ts'
import { playwrightProtection } from './protection.ts'
import { playwright as playwrightOutput } from './read.ts'

export const playwright: Tool = {
  name: 'playwright',
  kind: 'test-runner',
  commands,
  readers: [playwrightOutput],
  canary: { tests: javaScriptTests },
  protection: playwrightProtection,
}
