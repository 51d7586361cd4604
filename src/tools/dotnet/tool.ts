import type { Tool } from '../tool.ts'
import { commands } from './commands.ts'
import { dotnet as dotnetOutput } from './read.ts'

export const dotnet: Tool = {
  name: 'dotnet test',
  kind: 'build-tool',
  commands,
  readers: [dotnetOutput],
}
