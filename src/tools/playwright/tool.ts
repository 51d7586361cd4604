import type { Tool } from '../tool.ts'
import { commands } from './commands.ts'
import { playwright as playwrightOutput } from './read.ts'

export const playwright: Tool = {
  name: 'playwright',
  kind: 'test-runner',
  commands,
  readers: [playwrightOutput],
}
