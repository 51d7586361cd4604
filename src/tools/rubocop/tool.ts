import { dial } from '../protection/protection.ts'
import { comment, countOf, sumOf } from '../protection/suppressions.ts'
import { instead } from '../shell/insert-flag.ts'
import type { Tool } from '../tool.ts'

const CORRECTS = String.raw`\s(-a|-A|--autocorrect(-all)?|--auto-correct)(?=\s|$)`

const RUBY = /^ruby$/

export const rubocop: Tool = {
  name: 'rubocop',
  kind: 'linter',
  commands: {
    programs: 'rubocop',
    proves: [[/^(\S*\/)?rubocop\b/, 'lint', 'format']],
    usual: 'rubocop',
    hazards: { rewrites: /\brubocop\b.*\s-(a|A|x)(\s|$)/ },
    looksOnly: [[new RegExp(String.raw`\brubocop\b.*${CORRECTS}`), instead(new RegExp(CORRECTS), '')]],
    settings: { files: String.raw`\.rubocop` },
  },
  protection: {
    files: { config: [/^\.rubocop(?:_todo)?\.yml$|^\.standard\.yml$/] },
    settings: {
      files: /(?:^|\/)\.(?:rubocop|standard)\.yml$/,
      alternatives: 'linters',
      dials: [
        dial('stay', 'lint', /\.Enabled$/),
        dial('max', 'lint', /\.(?:Max|CountAsOne|MaxLength)$/),
        dial('skip', 'lint', /\.(?:Exclude|AllowedMethods|AllowedPatterns|IgnoredMethods)$|^ignore$/),
        dial('off', 'lint', /^AllCops\.DisabledByDefault$/),
      ],
    },
    directives: [
      comment(
        'lint',
        RUBY,
        /^\s*(?:rubocop|standard):(?:disable|todo)\s+(?<rules>[\w/]+(?:\s*,\s*[\w/]+)*)/,
        ({ alone }) => (alone ? 'file' : 'line'),
        { ends: /^\s*(?:rubocop|standard):enable\b/ },
      ),
    ],
    baselines: [
      {
        files: /(?:^|\/)\.rubocop_todo\.yml$/,
        families: ['lint'],
        amount: text => sumOf(/# Offense count: (\d+)/g)(text) || countOf(/^\s+- \S|Enabled: false|^\s+Max: /gm)(text),
      },
    ],
    outside: { home: ['.rubocop.yml', '.config/rubocop/config.yml'], above: ['.rubocop.yml'] },
  },
}
