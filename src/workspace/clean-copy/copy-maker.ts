import type { Result } from '../../std/result.ts'
import type { CommandRequest, CommandResult } from '../../system/shell.ts'
import type { GitFolder } from './git-folder.ts'
import type { Survey } from './survey.ts'

/** What a room is made of, whatever it is made with. */
export interface CopyPlan {
  readonly tree: string
  /** Private to this plan, gone with its last room. */
  readonly scratch: string
  readonly survey: Survey
  readonly git: GitFolder | null
  readonly nonce: string
}

/** One room's files and how a command gets in. */
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
  /** Makes a place as the tree was found; `name` is a folder of the scratch that is not there yet. */
  make(name: string): Promise<Result<CopyLocation, string>>
}
