import type { ToolCommands } from '../tool-commands.ts'

export const commands: ToolCommands = {
  programs: 'dotnet',
  proves: [
    [/^dotnet test\b.*--collect\b/, 'coverage', 'test'],
    [/^dotnet test\b/, 'test', 'build'],
  ],
  sign: /\bdotnet test\b/,
  hazards: { 'never-ends': /\bdotnet watch\b/ },
}
