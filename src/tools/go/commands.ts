import type { ToolCommands } from '../tool-commands.ts'

export const commands: ToolCommands = {
  programs: 'gotestsum',
  proves: [
    [/^(go test|gotestsum)\b.*-cover/, 'coverage', 'test'],
    [/^(go test|gotestsum|gotest|richgo test|ginkgo)\b/, 'test'],
  ],
  sign: /\bgo test\b/,
  spoken: { test: 'go test' },
  hazards: { rewrites: /\bgo (fix|generate|mod tidy)\b/ },
}
