import type { ToolCommands } from '../tool-commands.ts'

export const commands: ToolCommands = {
  starts: String.raw`tsx --test|node (--\S+ )*--test`,
  sign: /\bnode\b.*\s--test\b/,
  settings: {
    name: String.raw`(?:node:test|node(?:\.?js)?(?:['’]s)? (?:own |native |built-?in )?test(?: runner|s))`,
    files: String.raw`node\.config\.json`,
  },
}
