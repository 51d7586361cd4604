import type { Plant } from './plant.ts'

interface Quiet {
  readonly files: RegExp
  /** Goes above everything that is planted. */
  readonly once: string
  /** Goes above each planted test. */
  readonly each: string
}

/** Many commands format, lint, or compile before they run the tests. They would stop at a planted test that is not in the project's style. */
const QUIET: readonly Quiet[] = [
  {
    files: /\.[cm]?[jt]sx?$/,
    once: '/* eslint-disable */\n',
    each: '// @ts-ignore\n// biome-ignore lint: planted\n// biome-ignore format: planted\n// deno-fmt-ignore\n// dprint-ignore\n// prettier-ignore\n',
  },
  {
    files: /\.py$/,
    once: '\n# fmt: off\n# ruff: noqa\n# flake8: noqa\n# mypy: ignore-errors\n# pylint: disable=all\n',
    each: '',
  },
  { files: /\.rs$/, once: '#[rustfmt::skip]\n#[allow(clippy::all)]\n', each: '' },
  { files: /\.go$/, once: '', each: '//nolint:all\n' },
  { files: /\.rb$/, once: '# rubocop:disable all\n', each: '' },
]

/** The same plant with comments that make linters, formatters, and type checkers ignore it. Unchanged if no such comments are known. */
export function quiet(plant: Plant, text: string): Plant {
  const found = QUIET.find(({ files }) => files.test(plant.path))
  if (found === undefined) return plant
  const { once, each } = found
  return {
    ...plant,
    marks: plant.marks.map(mark => ({ ...mark, code: each + mark.code })),
    around: code => {
      const whole = plant.around(code)
      let at = 0
      while (at < text.length && whole[at] === text[at]) at++
      while (whole[at] === '\n') at++
      return whole.slice(0, at) + once + whole.slice(at)
    },
  }
}
