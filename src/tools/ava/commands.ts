import type { ToolCommands } from '../tool-commands.ts'

export const commands: ToolCommands = {
  programs: 'ava',
  starts: 'ava',
  measures: String.raw`--coverage\b`,
  usual: 'npx ava',
  sign: /(?:^|[\s/&;])ava\b/,
  spoken: { test: 'ava' },
  hazards: { 'never-ends': /\bava\b.*\s-w(\s|$)/ },
  settings: { files: String.raw`ava\.config` },
}
