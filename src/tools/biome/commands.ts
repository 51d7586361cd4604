import type { ToolCommands } from '../tool-commands.ts'

export const commands: ToolCommands = {
  programs: 'biome',
  proves: [
    [/^(biome|@biomejs\/biome) (check|ci)\b/, 'lint', 'format'],
    [/^biome lint\b/, 'lint'],
  ],
  usual: 'npx biome check .',
  sign: /\bbiome\b/,
  spoken: { lint: 'biome' },
  hazards: { rewrites: /\bbiome\b.*\s-u(\s|$)/ },
  fixes: 'biome',
  settings: { files: String.raw`biome\.` },
  package: '@biomejs/biome',
}
