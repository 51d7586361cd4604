import { comment } from '../protection/suppressions.ts'
import type { Tool } from '../tool.ts'
import { shellcheck as shellcheckOutput } from './read.ts'

export const shellcheck: Tool = {
  name: 'shellcheck',
  kind: 'linter',
  commands: { programs: 'shellcheck', sign: /\bshellcheck\b/, fed: 'shellcheck' },
  readers: [shellcheckOutput],
  protection: {
    family: 'lint',
    files: { config: [/^\.shellcheckrc$/] },
    directives: [comment('lint', /^shell$/, /^\s*shellcheck\s+disable=(?<rules>[\w,]+)/, 'line')],
  },
}
