import type { Result } from '../../std/result.ts'
import type { CommandRequest, CommandResult } from '../../system/shell.ts'
import type { BuildTimes } from './build-times.ts'
import type { GitFolder } from './git-folder.ts'
import type { Survey } from './survey.ts'

/** What a clean copy is made from, whatever its kind. */
export interface CopyPlan {
  readonly tree: string
  /** Private to this plan, removed with its last copy. */
  readonly scratch: string
  readonly survey: Survey
  readonly times: BuildTimes
  readonly git: GitFolder | null
  readonly nonce: string
}

/** Where the files of one copy are, and how commands run there. */
export interface CopyLocation {
  readonly path: string
  readonly view: string
  readonly notIsolated: readonly string[]
  /** `started` is a file that exists afterwards only if the command was reached. */
  run(request: CommandRequest, started: string): Promise<CommandResult>
  close(): Promise<void>
}

export interface CopyMaker {
  readonly kind: 'overlay' | 'reflink' | 'copy'
  readonly notes: readonly string[]
  /** Makes a copy of the tree as surveyed; `name` is a new folder in `scratch`. */
  make(name: string): Promise<Result<CopyLocation, string>>
}
