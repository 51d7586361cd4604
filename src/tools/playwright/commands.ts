import type { ToolCommands } from '../tool-commands.ts'

export const commands: ToolCommands = {
  programs: 'playwright',
  starts: 'playwright test',
  usual: 'npx playwright test',
  sign: /\bplaywright test\b/,
  spoken: { test: 'playwright' },
  hazards: { rewrites: /\bplaywright test\b.*\s-u(\s|$)/ },
  settings: { files: String.raw`playwright\.` },
  package: '@playwright/test',
}
