import type { Blobs } from '../system/blobs.ts'
import type { GateQuestion } from './gate.ts'
import type { GateOptions } from './options.ts'
import type { ProofLog } from './proof-log.ts'
import type { GateRecord } from './record.ts'
import type { SealChange } from './seal/seal.ts'

/** One green tree, and everything that its proof needs to know. */
export interface ProofCase {
  readonly options: GateOptions
  readonly question: GateQuestion
  readonly record: GateRecord
  readonly log: ProofLog
  /** What changed of the seal, without what the person allows to change. */
  readonly changed: readonly SealChange[]
  /** The person allowed some of what changed; what that needs besides is allowed with it. */
  readonly freed: boolean
  readonly isFree: (path: string) => boolean
  readonly blobs: Blobs
}
