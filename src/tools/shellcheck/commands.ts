import type { ToolCommands } from '../tool-commands.ts'

export const commands: ToolCommands = {
  programs: 'shellcheck',
  starts: 'shellcheck',
  sign: /\bshellcheck\b/,
  spoken: { lint: 'shellcheck' },
  fed: 'shellcheck',
}
