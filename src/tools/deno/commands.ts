import { insertAfter } from '../shell/insert-flag.ts'
import type { ToolCommands } from '../tool-commands.ts'

export const commands: ToolCommands = {
  programs: 'deno',
  proves: [
    [/^deno fmt\b.*--check/, 'format'],
    [/^deno check\b/, 'types', 'build'],
    [/^deno lint\b/, 'lint'],
    [/^deno compile\b/, 'build', 'types'],
  ],
  starts: 'deno test',
  measures: String.raw`--coverage\b`,
  sign: /\bdeno test\b/,
  spoken: { lint: 'deno lint' },
  hazards: { rewrites: /\bdeno fmt\b(?!.*--check)/ },
  looksOnly: [[/\bdeno fmt\b(?!.*--(check|diff))/, insertAfter(/\bdeno fmt\b/, '--check')]],
  fixes: 'deno lint',
  settings: { name: String.raw`deno(?:['’]s)? test(?: runner|s)?` },
}
