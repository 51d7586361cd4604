import type { ToolCommands } from '../tool-commands.ts'

export const commands: ToolCommands = {
  starts: 'jasmine',
  sign: /\bjasmine\b/,
  spoken: { test: 'jasmine' },
  settings: { files: String.raw`jasmine\.|\.jasmine` },
}
