import type { ToolCommands } from '../tool-commands.ts'

export const commands: ToolCommands = {
  proves: [[/^mix test(?![\w.])(?! .*--cover\b)/, 'test']],
  sign: /\bmix test\b/,
  spoken: { test: 'exunit' },
}
