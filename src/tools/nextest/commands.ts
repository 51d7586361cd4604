import type { ToolCommands } from '../tool-commands.ts'

export const commands: ToolCommands = {
  programs: 'cargo-nextest',
  proves: [[/^cargo (\+\S+ )?(hack )?(nextest( run)?|miri nextest)\b(?!.*--no-run)/, 'test']],
  sign: /\bcargo nextest\b/,
  spoken: { test: 'nextest' },
}
