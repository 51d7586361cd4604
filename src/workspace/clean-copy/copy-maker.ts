import type { Result } from '../../std/result.ts'
import type { CommandRequest, CommandResult } from '../../system/shell.ts'
import type { BuildTimes } from './build-times.ts'
import type { GitFolder } from './git-folder.ts'
import { withOtherRoot } from './path-references.ts'
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
  make(name: string, elsewhere?: Elsewhere): Promise<Result<CopyLocation, string>>
}

/** A copy that is not where the user has the tree, and without what was put around it lately. */
export interface Elsewhere {
  /** Files that are younger are hidden in `around`. */
  readonly sinceMs: number
  /** Folders outside the tree, as far as the system can hide files in them. */
  readonly around: readonly string[]
  /** Folders that stay as they are in there: our own files. */
  readonly kept: readonly string[]
  /** The user's tree can still be seen at its own path, because programs in it are named by that path. */
  readonly treeStays: boolean
}

/** The request with the path of the copy wherever it names the tree. */
export function movedRequest(request: CommandRequest, tree: string, copy: string): CommandRequest {
  const moved = (text: string): string => withOtherRoot(Buffer.from(text), tree, copy).toString()
  const env = Object.entries(request.env).map(([name, value]) => [name, value === undefined ? value : moved(value)])
  const { command } = request
  const [program, ...args] = typeof command === 'string' ? [command] : command
  return {
    ...request,
    cwd: moved(request.cwd),
    env: Object.fromEntries(env),
    command: typeof command === 'string' ? moved(command) : [moved(program), ...args.map(moved)],
  }
}
