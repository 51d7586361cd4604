import { lineBaseline } from '../protection/file-names.ts'
import { dial } from '../protection/protection.ts'
import { comment, countOf, PYTHON } from '../protection/suppressions.ts'
import type { Tool } from '../tool.ts'

export const pyright: Tool = {
  name: 'pyright',
  kind: 'type-checker',
  commands: {
    programs: 'pyright basedpyright',
    starts: '(?:based)?pyright',
    usual: 'pyright',
    sign: /\bpyright\b/,
    settings: { files: 'pyrightconfig' },
  },
  sharedFormat: true,
  canary: { errors: { kind: 'types', files: /\.py$/ } },
  protection: {
    family: 'types',
    files: { config: [/^pyrightconfig\.json$/, /^basedpyright\.\w+$/] },
    settings: {
      files: /(?:^|\/)(?:pyproject\.toml|pyrightconfig\.json)$/,
      within:
        /^tool\.(?:based)?pyright\.|^(?=(?:typeCheckingMode|report\w+|strict|ignore|exclude|include|analyze\w+|enable\w+)\b)/,
      alternatives: 'type checkers',
      dials: [
        dial('level', 'types', /^(?:typeCheckingMode|report\w+)$/),
        dial('on', 'types', /^(?:strict(?:List|Dictionary|Set|Parameter)\w+|analyzeUnannotatedFunctions)$/),
        dial('skip', 'types', /^(?:ignore|exclude)$/),
        dial('keep', 'types', /^(?:include|strict)$/),
      ],
    },
    directives: [
      comment('types', PYTHON, /(?:^|#)\s*pyright:\s*ignore\[(?<rules>[\w, -]+)\]/, 'line'),
      comment('types', PYTHON, /(?:^|#)\s*pyright:\s*ignore(?![\w[])/, 'line'),
      comment('types', PYTHON, /^\s*pyright:\s*basic\b/, 'file'),
      comment(
        'types',
        PYTHON,
        /^\s*pyright:\s*(?<rules>report\w+)\s*=\s*(?:false|none|"?(?:none|information|warning)"?)/,
        'file',
      ),
    ],
    baselines: [
      lineBaseline('pyright'),
      { files: /(?:^|\/)\.(?:based)?pyright\/baseline\.json$/, families: ['types'], amount: countOf(/"code"\s*:/g) },
    ],
  },
}
