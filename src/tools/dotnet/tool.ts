import { dotnetTests } from '../canary/planters.ts'
import type { Tool } from '../tool.ts'
import { commands } from './commands.ts'
import { dotnetProtection } from './protection.ts'
import { dotnet as dotnetOutput } from './read.ts'

export const dotnet: Tool = {
  name: 'dotnet test',
  kind: 'build-tool',
  commands,
  readers: [dotnetOutput],
  canary: { tests: dotnetTests },
  protection: dotnetProtection,
}
