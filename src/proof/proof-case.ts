import type { Blobs } from '../system/blobs.ts'
import type { GateQuestion } from './gate.ts'
import type { GateOptions } from './options.ts'
import type { ProofLog } from './proof-log.ts'
import type { GateRecord } from './record.ts'
import type { IsFree, SealChange } from './seal/seal.ts'

/** One tree whose check passes, and everything that its proof needs. */
export interface ProofCase {
  readonly options: GateOptions
  readonly question: GateQuestion
  readonly record: GateRecord
  readonly log: ProofLog
  /** Changes to sealed files that the person does not allow. */
  readonly changed: readonly SealChange[]
  /** The person allowed some of the changes, so additions that these need are allowed too. */
  readonly freed: boolean
  readonly isFree: IsFree
  /** Whether a test is free only because the task moves it, or writes the same in another way; null also when it is not free. */
  readonly arranged: (path: string) => 'moved' | 'rewritten' | null
  readonly blobs: Blobs
}
