import type { Layout } from '../../store/layout.ts'
import type { Disk } from '../../system/disk.ts'
import type { Environment } from '../../system/shell.ts'

/** One thing that is not as it should be, and what mends it. */
export interface Symptom {
  /** `broken`: loops cannot run, or something was lost. `warning`: worth knowing, and nothing stands still for it. */
  readonly level: 'broken' | 'warning'
  readonly says: string
  readonly fix: string
}

/** Looks at one part of the set-up, and touches nothing. */
export interface Probe {
  readonly name: string
  look(): Promise<readonly Symptom[]>
}

/** What probes look with. */
export interface ProbeParts {
  readonly disk: Disk
  readonly layout: Layout
  /** The project that the person stands in. */
  readonly tree: string
  readonly env: Environment
}
