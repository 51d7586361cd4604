import type { LoopEvent } from '../../loop/events.ts'
import type { LoopSpec, LoopState } from '../../loop/state.ts'
import type { RunRequest } from '../run-request.ts'

/** Loops that run on other machines, and whose results come back to a directory here. */
export interface LoopsElsewhere {
  /** Where that is, without a password. */
  readonly address: string
  /** The state of a loop there; null when it was never begun. */
  state(loop: string): Promise<LoopState | null>
  /** Whether it was submitted, begun or not. */
  has(loop: string): Promise<boolean>
  /** Sends the exact files of the directory there, with the request of the loop. */
  submit(cwd: string, request: RunRequest & { readonly id: string }): Promise<void>
  /** Continues a paused loop, and resolves when it has ended; null when the signal came first, and the loop continues without us. */
  follow(loop: string, emit: (event: LoopEvent) => void, signal: AbortSignal): Promise<LoopState | null>
  /** Brings files, journal, snapshots, and receipt into the directory. Throws a `UsageError` when the result must not be used. */
  pull(loop: string, place: PulledPlace): Promise<LoopState>
  /** Ends it after its current turn. */
  pause(loop: string, because: string): Promise<void>
}

interface PulledPlace {
  readonly cwd: string
  readonly stateDirectory: string | null
  /** The worktree that the directory is. */
  readonly worktree: LoopSpec['worktree']
}
