import type { Tool } from '../tool.ts'
import { jest as jestOutput } from './read.ts'

export const jest: Tool = {
  name: 'jest',
  kind: 'test-runner',
  readers: [jestOutput],
}
