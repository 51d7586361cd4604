import type { ToolCommands } from '../tool-commands.ts'

export const commands: ToolCommands = {
  programs: 'phpunit',
  proves: [
    [/^(\S*\/)?phpunit\b.*--coverage/, 'coverage', 'test'],
    [/^(\S*\/)?(simple-)?phpunit\b/, 'test'],
  ],
  usual: 'phpunit',
  sign: /\bphpunit\b/,
  spoken: { test: 'phpunit' },
  settings: { files: 'phpunit' },
}
