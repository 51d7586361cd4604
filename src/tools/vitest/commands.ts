import type { ToolCommands } from '../tool-commands.ts'

export const commands: ToolCommands = {
  programs: 'vitest',
  starts: 'vitest',
  measures: String.raw`--coverage\b`,
  narrows: '',
  usual: 'npx vitest run',
  sign: /\bvitest\b/,
  spoken: { test: 'vitest' },
  hazards: { rewrites: /\bvitest\b.*\s(-u|--update)(\s|$)/, 'never-ends': /\bvitest\b.*\s-w(\s|$)/ },
  settings: { files: String.raw`vitest\.|vite\.config` },
}
