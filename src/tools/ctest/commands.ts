import type { ToolCommands } from '../tool-commands.ts'

export const commands: ToolCommands = {
  programs: 'ctest',
  starts: 'ctest',
  sign: /\bctest\b/,
  spoken: { test: 'ctest' },
}
