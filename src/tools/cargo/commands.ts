import type { ToolCommands } from '../tool-commands.ts'

export const commands: ToolCommands = {
  programs: 'cargo rustup cross',
  proves: [
    [/^cargo (\+\S+ )?(hack )?check\b/, 'types', 'build'],
    [/^cargo (\+\S+ )?(hack )?(test|insta test|careful test|miri test|xtask (test|ci|check))\b(?!.*--no-run)/, 'test'],
    [/^cargo (\+\S+ )?(hack )?(build|b)\b/, 'build', 'types'],
    [/^cargo (\+\S+ )?(doc|rustdoc)\b/, 'docs'],
  ],
  sign: /\bcargo (?:\S+ )?test\b|\bcargo t\b/,
  spoken: { test: 'cargo test', build: 'cargo build' },
  hazards: {
    rewrites: /\bcargo (fix|generate|add|insta (accept|review))\b|\bcargo update\b(?!.*--(locked|dry-run))/,
    measures: /\bcargo (bench|fuzz|bloat)\b/,
  },
}
