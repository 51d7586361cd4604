import type { Layout } from '../../store/layout.ts'
import type { Disk } from '../../system/disk.ts'
import type { Environment } from '../../system/shell.ts'

/** One problem with the setup, and its fix. */
export interface Symptom {
  /** `broken`: loops cannot run, or something was lost. `warning`: worth knowing; loops still run. */
  readonly level: 'broken' | 'warning'
  readonly says: string
  readonly fix: string
}

/** Examines one part of the setup and changes nothing. */
export interface Probe {
  readonly name: string
  look(): Promise<readonly Symptom[]>
}

/** What probes need. */
export interface ProbeParts {
  readonly disk: Disk
  readonly layout: Layout
  /** The current project. */
  readonly tree: string
  readonly env: Environment
}
