import type { ToolCommands } from '../tool-commands.ts'

export const commands: ToolCommands = {
  programs: 'bun bunx',
  proves: [[/^bun build\b/, 'build', 'types']],
  starts: 'bun test',
  measures: String.raw`--coverage\b`,
  sign: /\bbun (?:run )?test\b/,
  settings: { name: String.raw`bun(?:['’]s)? test(?: runner|s)?`, files: String.raw`bunfig\.toml` },
}
