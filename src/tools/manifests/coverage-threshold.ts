import { at, exists, fileAt, lineOf, type Project } from './project.ts'

/** `coverageThreshold` of Jest and `thresholds` of Vitest, in whatever form the numbers are written. */
const IN_CONFIG =
  /[tT]hresholds?["']?\s*:\s*\{[\s\S]{0,200}?(?:branches|lines|functions|statements)["']?\s*:\s*(\d+(?:\.\d+)?)/

/** The coverage below which the project's own tools fail; null when it sets none. */
export function configuredThreshold(project: Project): { value: number; source: string; line: number } | null {
  const places: readonly (readonly [string, RegExp])[] = [
    ['pyproject.toml', /fail_under\s*=\s*(\d+(?:\.\d+)?)|--cov-fail-under[= ](\d+)/],
    ['.coveragerc', /fail_under\s*=\s*(\d+(?:\.\d+)?)/],
    ['setup.cfg', /fail_under\s*=\s*(\d+(?:\.\d+)?)|--cov-fail-under[= ](\d+)/],
    ['tox.ini', /--(?:cov-)?fail-under[= ](\d+)/],
    [
      'package.json',
      /"(?:branches|lines|functions|statements)"\s*:\s*(\d+(?:\.\d+)?)|--(?:lines|branches|check-coverage \d+)[= ](\d+)/,
    ],
    // lab has the threshold as an option.
    ['package.json', /\blab\b[^"]*\s(?:-t|--threshold)[ =]?(\d+)/],
    ...['js', 'cjs', 'mjs', 'ts', 'mts', 'json'].flatMap(ending => [
      [`jest.config.${ending}`, IN_CONFIG] as const,
      [`vitest.config.${ending}`, IN_CONFIG] as const,
    ]),
    ['.nycrc', /"lines"\s*:\s*(\d+)/],
    ['.nycrc.json', /"lines"\s*:\s*(\d+)/],
    ['.c8rc.json', /"lines"\s*:\s*(\d+)/],
    ['.simplecov', /minimum_coverage\D{0,12}(\d+)/],
    ['mix.exs', /threshold:\s*(\d+)/],
  ]
  for (const [source, pattern] of places) {
    const file = exists(project, source) ? fileAt(project, source) : undefined
    const match = file === undefined ? null : pattern.exec(file.text)
    const value = Number(match?.[1] ?? match?.[2])
    if (match !== null && Number.isFinite(value)) return { value, source, line: lineOf(file, match[0]) }
  }
  const jest = at(fileAt(project, 'package.json')?.data, 'jest', 'coverageThreshold', 'global', 'lines')
  return typeof jest === 'number'
    ? { value: jest, source: 'package.json', line: lineOf(fileAt(project, 'package.json'), 'coverageThreshold') }
    : null
}
