import type { ToolCommands } from '../tool-commands.ts'

export const commands: ToolCommands = {
  programs: 'bats',
  starts: String.raw`bats|\S*\/bats`,
  sign: /(?:^|[\s/&;])bats\b/,
  spoken: { test: 'bats' },
}
