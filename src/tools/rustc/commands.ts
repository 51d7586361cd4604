import type { ToolCommands } from '../tool-commands.ts'

export const commands: ToolCommands = {
  programs: 'rustc',
  proves: [[/^rustc(\s|$)/, 'build', 'types']],
}
