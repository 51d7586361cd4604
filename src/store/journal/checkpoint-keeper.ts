import type { LoopState } from '../../loop/state.ts'
import type { Disk } from '../../system/disk.ts'
import type { LoopPaths } from '../layout.ts'
import { writeCheckpoint } from './checkpoints.ts'

interface CheckpointKeeper {
  /** One that is to be written, after the one before it. */
  add(state: LoopState, events: number): Promise<void>
  /** Begins what is to be written; nobody waits for the disk, for the journal is durable and says all of it. */
  begin(): void
  /** Resolves when what was begun is written. */
  written(): Promise<void>
  /** Resolves when everything is. */
  settled(): Promise<void>
}

export function checkpointKeeper(disk: Disk, paths: LoopPaths): CheckpointKeeper {
  let written = Promise.resolve()
  let due: (() => Promise<void>) | null = null
  const begin = (): void => {
    if (due === null) return
    written = written.then(due)
    written.catch(() => {})
    due = null
  }
  const settled = (): Promise<void> => {
    begin()
    return written
  }
  return {
    begin,
    settled,
    written: () => written,
    async add(state, events) {
      await settled()
      due = () => writeCheckpoint(disk, paths, state, events)
    },
  }
}
