import { configuredThreshold } from '../../tools/manifests/coverage-threshold.ts'
import type { Project } from '../../tools/manifests/project.ts'
import type { ProposalReason } from '../decision.ts'

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
