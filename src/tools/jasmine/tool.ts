import { javaScriptTests } from '../canary/planters.ts'
import type { Tool } from '../tool.ts'
import { commands } from './commands.ts'
import { jasmineProtection } from './protection.ts'
import { jasmine as jasmineOutput } from './read.ts'

export const jasmine: Tool = {
  name: 'jasmine',
  kind: 'test-runner',
  commands,
  readers: [jasmineOutput],
  canary: { tests: javaScriptTests },
  protection: jasmineProtection,
}
