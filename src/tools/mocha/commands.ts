import type { ToolCommands } from '../tool-commands.ts'

export const commands: ToolCommands = {
  programs: 'mocha',
  starts: 'mocha',
  usual: 'npx mocha',
  sign: /\bmocha\b/,
  spoken: { test: 'mocha' },
  hazards: { 'never-ends': /\bmocha\b.*\s-w(\s|$)/ },
  settings: { files: String.raw`\.mocharc|mocha\.opts` },
}
