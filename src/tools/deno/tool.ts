import type { Tool } from '../tool.ts'
import { deno as denoOutput } from './read.ts'

export const deno: Tool = {
  name: 'deno',
  kind: 'test-runner',
  readers: [denoOutput],
}
