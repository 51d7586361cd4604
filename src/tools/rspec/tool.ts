import type { Tool } from '../tool.ts'
import { rspecProtection } from './protection.ts'
import { rspec as rspecOutput } from './read.ts'

export const rspec: Tool = {
  name: 'rspec',
  kind: 'test-runner',
  readers: [rspecOutput],
  protection: rspecProtection,
}
