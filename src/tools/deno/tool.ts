import { javaScriptTests } from '../canary/planters.ts'
import type { Tool } from '../tool.ts'
import { commands } from './commands.ts'
import { denoListing } from './listing.ts'
import { denoProtection } from './protection.ts'
import { deno as denoOutput } from './read.ts'

export const deno: Tool = {
  name: 'deno',
  kind: 'test-runner',
  commands,
  readers: [denoOutput],
  ids: { listed: denoListing },
  canary: { tests: javaScriptTests },
  protection: denoProtection,
}
