import type { Criterion } from '../criteria/criterion.ts'
import type { EvidencePort } from '../evidence/open-evidence.ts'
import type { Disk } from '../host/disk.ts'
import type { Environment } from '../host/shell.ts'
import type { ChangedFile } from './moved-files.ts'

export interface GateOptions {
  readonly level: 'fast' | 'standard' | 'strict'
  readonly criterion: Criterion
  /** Real paths. */
  readonly tree: string
  readonly workspace: string
  /** Our own folder in the tree. */
  readonly ours: string
  readonly home: string
  /** Captured before the first turn. */
  readonly env: Environment
  readonly nonce: string
  readonly timeoutMs: number
  /** Where this loop's gate keeps what it needs; private. */
  readonly folder: string
  /** Where rooms stand while they are needed; private. */
  readonly scratch: string
  readonly disk: Disk
  readonly evidence: EvidencePort
  /** What the person allows to change, besides what the task names. */
  readonly mayChange: readonly string[]
  /** The same from the configuration. */
  readonly free: readonly string[]
  /** What differs from the tree before the first turn. */
  readonly changes: () => Promise<readonly ChangedFile[]>
  /** A file as it was before the first turn; null when it is not known. */
  readonly readBefore: (path: string) => Promise<string | null>
  readonly readNow: (path: string) => Promise<string | null>
  readonly onBytes: (iteration: number, bytes: Uint8Array) => void
}
