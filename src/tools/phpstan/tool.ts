import { dial } from '../protection/protection.ts'
import { comment, sumOf } from '../protection/suppressions.ts'
import type { Tool } from '../tool.ts'

const PHP = /^php$/

export const phpstan: Tool = {
  name: 'phpstan',
  kind: 'type-checker',
  commands: { programs: 'phpstan', starts: String.raw`(\S*\/)?(phpstan|larastan)`, settings: { files: 'phpstan' } },
  protection: {
    files: { config: [/^phpstan(?:[\w.-]*)\.(?:neon|php)(?:\.dist)?$/] },
    settings: {
      files: /(?:^|\/)phpstan(?![\w.-]*baseline)[\w.-]*\.neon(?:\.dist)?$/,
      dials: [
        dial('min', 'types', /^parameters\.level$/),
        dial('skip', 'types', /^parameters\.(?:ignoreErrors|excludePaths(?:\.\w+)?|excludes_analyse)$|^includes$/),
        dial('keep', 'types', /^parameters\.paths$/),
        dial('on', 'types', /^parameters\.(?:check\w+|reportMaybes\w*|strictRules\.\w+)$/),
      ],
    },
    directives: [
      comment(
        'types',
        PHP,
        /@phpstan-ignore(?:-next)?(?:-line)?\b(?:[ \t]+(?<rules>[a-z]+\.[\w.]+(?:\s*,\s*[a-z]+\.[\w.]+)*))?/,
        'line',
      ),
    ],
    baselines: [
      {
        files: /(?:^|\/)phpstan[\w.-]*baseline[\w.-]*\.(?:neon|php)$/,
        families: ['types'],
        amount: sumOf(/['"]?count['"]?\s*(?::|=>)\s*(\d+)/g),
      },
    ],
  },
}
