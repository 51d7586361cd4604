import type { Tool } from '../tool.ts'
import { denoProtection } from './protection.ts'
import { deno as denoOutput } from './read.ts'

export const deno: Tool = {
  name: 'deno',
  kind: 'test-runner',
  readers: [denoOutput],
  protection: denoProtection,
}
