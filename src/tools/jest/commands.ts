import type { ToolCommands } from '../tool-commands.ts'

export const commands: ToolCommands = {
  programs: 'jest',
  starts: 'jest',
  measures: String.raw`--coverage\b`,
  narrows: '--testPathPattern=',
  usual: 'npx jest',
  sign: /\bjest\b|\breact-scripts test\b/,
  spoken: { test: 'jest' },
  hazards: { rewrites: /\bjest\b.*\s(-u|--update)(\s|$)/ },
  settings: { files: String.raw`jest\.|setupJest|\.babelrc|babel\.config` },
}
