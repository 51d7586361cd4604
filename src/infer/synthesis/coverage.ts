import type { ProposalReason } from '../decision.ts'
import { at, exists, fileAt, lineOf, type Project } from '../project.ts'

interface CoverageGoal {
  readonly sign: '>' | '>='
  readonly value: number
  /** The tool itself fails below the threshold, so its exit code is the proof. */
  readonly enforced: boolean
  readonly because: ProposalReason
}

/** The number in the task, else what the project configured; null when nobody named one. */
export function coverageGoal(task: string, project: Project): CoverageGoal | null {
  const configured = configuredThreshold(project)
  const said =
    /(>=|>|≥|at least|above|over|more than|to|back to|reach(?:es)?|minimum(?: of)?)?\s*(\d{1,3}(?:\.\d+)?)\s*(?:%|percent\b|per cent\b)/i.exec(
      task,
    )
  if (said?.[2] === undefined)
    return configured === null
      ? null
      : {
          sign: '>=',
          value: configured.value,
          enforced: true,
          because: { code: 'threshold-configured', ...configured },
        }
  const value = Number(said[2])
  const sign = /^(>|above|over|more than)$/i.test(said[1] ?? '') ? '>' : '>='
  return {
    sign,
    value,
    enforced: configured !== null && configured.value >= value && sign === '>=',
    because: { code: 'threshold-in-task', sign, value },
  }
}

function configuredThreshold(project: Project): { value: number; source: string; line: number } | null {
  const places: readonly (readonly [string, RegExp])[] = [
    ['pyproject.toml', /fail_under\s*=\s*(\d+(?:\.\d+)?)|--cov-fail-under[= ](\d+)/],
    ['.coveragerc', /fail_under\s*=\s*(\d+(?:\.\d+)?)/],
    ['setup.cfg', /fail_under\s*=\s*(\d+(?:\.\d+)?)|--cov-fail-under[= ](\d+)/],
    ['tox.ini', /--(?:cov-)?fail-under[= ](\d+)/],
    [
      'package.json',
      /"(?:branches|lines|functions|statements)"\s*:\s*(\d+(?:\.\d+)?)|--(?:lines|branches|check-coverage \d+)[= ](\d+)/,
    ],
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
