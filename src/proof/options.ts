import { posix, relative, resolve } from 'node:path'
import type { Criterion } from '../criteria/criterion.ts'
import type { Disk } from '../system/disk.ts'
import type { Environment } from '../system/shell.ts'
import type { EvidencePort } from '../tools/ids/open-evidence.ts'
import type { ChangedFile } from './tests/moved-files.ts'

/** What it takes to run a criterion in a clean room. */
export interface RoomRunOptions {
  readonly criterion: Criterion
  /** Real paths. */
  readonly tree: string
  readonly workspace: string
  /** Our own folder in the tree. */
  readonly ours: string
  /** Captured before the first turn. */
  readonly env: Environment
  readonly nonce: string
  readonly timeoutMs: number
  /** Where rooms stand while they are needed; private. */
  readonly scratch: string
  readonly evidence: EvidencePort
  readonly onBytes: (iteration: number, bytes: Uint8Array) => void
}

/** The room that these runs take place in; rooms name what is left out from the tree's root. */
export const roomOf = ({ tree, ours, scratch, env }: RoomRunOptions) => ({
  tree,
  exclude: [relative(tree, resolve(tree, ours))],
  scratch,
  env,
})

/** Runners name files from where they were started; everybody else from the tree's root. */
export const fromTree = ({ tree, workspace }: RoomRunOptions, file: string): string =>
  posix.join(relative(tree, workspace), file)

export interface GateOptions extends RoomRunOptions {
  readonly task: string
  /** What kind of work it is, where that was inferred. */
  readonly taskClass: string | null
  /** What the check believes beside the criterion, in words. */
  readonly believed: readonly string[]
  readonly expectNow: 'failing' | 'passing' | 'either'
  readonly level: 'fast' | 'standard' | 'strict'
  readonly home: string
  /** Where this loop's gate keeps what it needs; private. */
  readonly folder: string
  readonly disk: Disk
  /** What the person allows to change, besides what the task names. */
  readonly mayChange: readonly string[]
  /** The same from the configuration. */
  readonly free: readonly string[]
  /** What differs from the tree before the first turn. */
  readonly changes: () => Promise<readonly ChangedFile[]>
  /** Of these, new files that ignore rules hide from git. */
  readonly hidden: () => Promise<readonly string[]>
  /** A file as it was before the first turn; null when it is not known. */
  readonly readBefore: (path: string) => Promise<string | null>
  readonly readNow: (path: string) => Promise<string | null>
}
