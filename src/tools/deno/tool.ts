import type { Tool } from '../tool.ts'
import { commands } from './commands.ts'
import { deno as denoOutput } from './read.ts'

export const deno: Tool = {
  name: 'deno',
  kind: 'test-runner',
  commands,
  readers: [denoOutput],
}
