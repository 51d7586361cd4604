import { javaScriptTests } from '../canary/planters.ts'
import type { Tool } from '../tool.ts'
import { playwrightProtection } from './protection.ts'
import { playwright as playwrightOutput } from './read.ts'

export const playwright: Tool = {
  name: 'playwright',
  kind: 'test-runner',
  readers: [playwrightOutput],
  canary: { tests: javaScriptTests },
  protection: playwrightProtection,
}
