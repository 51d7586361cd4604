import type { ToolCommands } from '../tool-commands.ts'

export const commands: ToolCommands = { programs: 'tsx ts-node' }
