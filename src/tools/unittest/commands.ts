import type { ToolCommands } from '../tool-commands.ts'

export const commands: ToolCommands = {
  programs: 'unittest',
  starts: String.raw`unittest|\S*manage\.py test|python3? (\S*\/)?manage\.py test`,
  sign: /\b-m unittest\b| -m unittest\b|\bmanage\.py test\b/,
  settings: { files: String.raw`unittest\.cfg` },
}
