import { setImmediate } from 'node:timers/promises'
import type { LoopState } from '../loop/state.ts'
import type { SavedLoop } from '../store/store.ts'
import { isSameProcess, type ProcessIdentity } from '../system/process-table.ts'
import type { TreeKeeper } from './tree/tree-keeper.ts'

/** A loop as the process holds it that closes its turns, and what it knows of the tree. */
export interface OpenLoop {
  readonly loop: SavedLoop
  /** The assistant that took its turns so far. */
  readonly host?: ProcessIdentity
  readonly keeper?: TreeKeeper
}

/** Loops of assistants that stay open between their turns, in a process that stays. */
export interface OpenLoops {
  /** How it stands, when that is known here. */
  stateOf(id: string): Promise<LoopState | null>
  /** The loop as this process left it; null when it is not open here, or another process has taken it up meanwhile. */
  take(id: string, host: ProcessIdentity): Promise<OpenLoop | null>
  /** Does what may follow the answer to the assistant. Whoever asks for the loop waits for it. */
  afterwards(id: string, work: () => Promise<void>): void
  /** Whether it stays open. One that has ended does not, nor one whose assistant is not known. */
  keep(open: OpenLoop, after: LoopState): boolean
}

/**
 * To open a loop is to take it over: its journal goes into a new file under a new number, and what is made from it is made again.
 * Nobody else does that between two turns, but when somebody steers the loop, or closes a turn without us; the number tells.
 * What somebody writes into the journal without taking it over is found by the journal itself, which remembers its end.
 */
export function openLoops(): OpenLoops {
  const kept = new Map<string, Required<OpenLoop>>()
  const following = new Map<string, Promise<void>>()
  return {
    afterwards(id, work) {
      const done = setImmediate()
        .then(work)
        .catch(() => {})
      following.set(id, done)
      void done.then(() => following.delete(id))
    },
    async stateOf(id) {
      await following.get(id)
      const found = kept.get(id)
      return found && (await found.loop.isOurs()) ? found.loop.state : null
    },
    async take(id, host) {
      const found = kept.get(id)
      if (found === undefined) return null
      kept.delete(id)
      if (isSameProcess(found.host, host) && (await found.loop.isOurs())) return found
      await found.loop.close()
      return null
    },
    keep({ loop, host, keeper }, after) {
      if (after.phase === 'ended' || host === undefined || keeper === undefined) return false
      kept.set(after.spec.id, { loop: { ...loop, state: after }, host, keeper })
      for (const [id, oldest] of [...kept].slice(0, -MOST_OPEN)) {
        kept.delete(id)
        // Nothing is written by this: it is opened anew when its session comes back.
        void oldest.loop.close().catch(() => {})
      }
      return true
    },
  }
}

/** Each has a file open, also when its session was left long ago. */
const MOST_OPEN = 64
