import type { ToolCommands } from '../tool-commands.ts'

export const commands: ToolCommands = {
  programs: 'eslint',
  starts: 'eslint',
  usual: 'npx eslint .',
  sign: /\beslint\b/,
  spoken: { lint: 'eslint' },
  hazards: { rewrites: /\beslint\b.*\s-u(\s|$)/ },
  fixes: 'eslint',
  settings: { files: String.raw`\.eslint|eslint[.-]` },
}
