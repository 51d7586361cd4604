import type { ToolCommands } from '../tool-commands.ts'

export const commands: ToolCommands = {
  programs: 'tap',
  starts: 'tap',
  measures: String.raw`--coverage\b`,
  sign: /(?:^|[\s/&;])tap\b/,
  settings: { name: '(?:node-)?tap', files: String.raw`\.taprc|tap\.config` },
}
