import type { Tool } from '../tool.ts'
import { playwright as playwrightOutput } from './read.ts'

export const playwright: Tool = {
  name: 'playwright',
  kind: 'test-runner',
  readers: [playwrightOutput],
}
