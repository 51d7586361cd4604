import { configModule, dotFile } from '../protection/file-names.ts'
import { dial } from '../protection/protection.ts'
import { comment, SCRIPT } from '../protection/suppressions.ts'
import type { Tool } from '../tool.ts'

export const prettier: Tool = {
  name: 'prettier',
  kind: 'formatter',
  commands: {
    programs: 'prettier',
    proves: [
      [/^prettier\b.*git (diff|status)/, 'format'],
      [/^(prettier|oxfmt|dprint)\b.*(--check|-c\b|--list-different|\s-l\b|\bcheck\b)/, 'format'],
    ],
    usual: 'npx prettier --check .',
    sign: /\bprettier\b/,
    spoken: { format: 'prettier|dprint' },
    hazards: {
      rewrites: /\bprettier\b.*\s-w\b/,
      // It prints the files as they should be, and succeeds.
      runs: /^prettier(?!.*\s(?:--check|-c|--list-different|-l|--write|-w)\b)\s/,
    },
    looksOnly: [[/\bprettier\b.*(--write|\s-w\b)/, command => command.replace(/--write|(?<=\s)-w\b/, '--check')]],
    settings: { files: String.raw`\.prettier|prettier\.` },
  },
  sharedFormat: true,
  canary: { errors: { kind: 'syntax', files: /\.(?:[cm]?[jt]sx?|css|scss|json)$/ } },
  protection: {
    family: 'lint',
    files: { config: [configModule('prettier'), dotFile('prettierrc|prettierignore')] },
    settings: {
      files: /(?:^|\/)\.prettierignore$/,
      alternatives: 'linters',
      dials: [dial('skip', 'lint', /^ignores$/)],
    },
    directives: [comment('lint', SCRIPT, /^\s*prettier-ignore(?:-start)?\s*$/, 'line')],
    packages: ['prettier'],
    outside: { home: ['.prettierrc'], above: ['.prettierrc'], variables: ['PRETTIER_CONFIG'] },
  },
}
