/** One command that CI runs, wherever it was written. */
export interface CiStep {
  readonly command: string
  readonly folder: string
  readonly source: string
  readonly line: number
  /** Names of workflow, job and step: they say what it is for. */
  readonly context: string
  readonly weight: number
  /** Variables that CI sets for this step only, or differently for each cell of the matrix. */
  readonly variables?: readonly string[]
  /** The job's id and name. */
  readonly job?: readonly string[] | undefined
  /** The step's own name. */
  readonly label?: string
}

/** Weights of what a pipeline does, by when it does it. */
export const CI_WEIGHT = { primary: 60, other: 40, aside: 26, release: 14 } as const

const DEPLOYING =
  /\b(deploy|publish|release|rollout|upload|docker|image|nightly|canary|promote|preview|pages|benchmarks?|bench|fuzz\w*|stale|label\w*|triage|greet|lock|backport|codeql|scorecard|dependabot|renovate|sync|announce|notify|changelog|mutation|audit|zizmor|conformance|ecosystem|reproducib\w*|cross-version)\b/i

/** Jobs and workflows that release, measure, or maintain the repository; their commands do not define "passes". */
export const deploys = (name: string): boolean =>
  DEPLOYING.test(name.replace(/\$\{\{.*?\}\}/g, ' ').replaceAll(/[_-]/g, ' '))
