import type { ToolCommands } from '../tool-commands.ts'

export const commands: ToolCommands = {
  programs: 'rspec',
  starts: 'rspec',
  usual: 'rspec',
  sign: /\brspec\b/,
  spoken: { test: 'rspec' },
  settings: { files: String.raw`\.rspec|spec_helper|rails_helper` },
}
