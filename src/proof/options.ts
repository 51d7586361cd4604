import { posix, relative, resolve } from 'node:path'
import type { Criterion } from '../criteria/criterion.ts'
import type { Disk } from '../system/disk.ts'
import type { Environment } from '../system/shell.ts'
import type { EvidencePort } from '../tools/ids/open-evidence.ts'
import type { ProvingStep } from './proving-step.ts'
import type { ChangedFile } from './tests/moved-files.ts'

/** What is needed to run a criterion in a clean copy. */
export interface CopyRunOptions {
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
  /** Private folder for clean copies while they are needed. */
  readonly scratch: string
  readonly evidence: EvidencePort
  readonly onBytes: (iteration: number, bytes: Uint8Array) => void
}

/** Excluded paths are relative to the root of the tree. */
export const cleanCopyOptions = (
  { tree, ours, scratch, env, evidence }: CopyRunOptions,
  more: readonly string[] = [],
) => ({
  tree,
  exclude: [relative(tree, resolve(tree, ours)), ...more],
  scratch,
  env,
  modules: () => evidence.modules(),
})

/** Runners report paths relative to the working directory. Everything else uses paths relative to the root of the tree. */
export const fromTree = ({ tree, workspace }: CopyRunOptions, file: string): string =>
  posix.join(relative(tree, workspace), file)

export interface GateOptions extends CopyRunOptions {
  readonly task: string
  /** Words of a person that allow changes of checks: the task, or nothing where the author of the change wrote it. */
  readonly allowedBy: string
  /** The kind of work, if it was inferred. */
  readonly taskClass: string | null
  /** What the check accepts without proof, in words. */
  readonly believed: readonly string[]
  readonly expectNow: 'failing' | 'passing' | 'either'
  readonly level: 'fast' | 'standard' | 'strict'
  /** A status that the agent sets itself is enough. */
  readonly acceptClaims: boolean
  /** How many runs may run side by side; null when the machine decides. */
  readonly jobs: number | null
  /** Reports changed lines that no test notices. */
  readonly mutants: boolean
  /** Somebody's change is proven, and there are no turns to speak of. */
  readonly ofChange: boolean
  readonly home: string
  /** Private folder of this loop's gate. */
  readonly folder: string
  readonly disk: Disk
  /** Files that the person allows to change, in addition to those that the task names. */
  readonly mayChange: readonly string[]
  /** The same from the configuration. */
  readonly free: readonly string[]
  /** Files that differ from the tree before the first turn. */
  readonly changes: () => Promise<readonly ChangedFile[]>
  /** New files that git ignores. */
  readonly hidden: () => Promise<readonly string[]>
  /** Files that git tracked before the first turn, and that are still there without being tracked. */
  readonly untracked: () => Promise<readonly string[]>
  /** A file's content before the first turn; null when unknown. */
  readonly readBefore: (path: string) => Promise<string | null>
  /** The same as bytes, for files that are no text. */
  readonly bytesBefore: (path: string) => Promise<Uint8Array | null>
  readonly readNow: (path: string) => Promise<string | null>
  /** Called when a step of a proof begins, for people who watch. */
  readonly onStep?: ((step: ProvingStep) => void) | undefined
}
