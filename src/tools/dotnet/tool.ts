import { dotnetTests } from '../canary/planters.ts'
import type { Tool } from '../tool.ts'
import { dotnetProtection } from './protection.ts'
import { dotnet as dotnetOutput } from './read.ts'

export const dotnet: Tool = {
  name: 'dotnet test',
  kind: 'build-tool',
  readers: [dotnetOutput],
  canary: { tests: dotnetTests },
  protection: dotnetProtection,
}
