import type { ToolCommands } from '../tool-commands.ts'

export const commands: ToolCommands = {
  programs: 'minitest',
  starts: String.raw`minitest|ruby -I\s?\S* \S*test\S*`,
  sign: /\brails test\b|\brake test\b/,
  spoken: { test: 'minitest' },
  settings: { files: String.raw`test_helper\.rb` },
}
