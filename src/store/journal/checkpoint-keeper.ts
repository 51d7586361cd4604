import type { LoopState } from '../../loop/state.ts'
import type { Disk } from '../../system/disk.ts'
import type { LoopPaths } from '../layout.ts'
import { writeCheckpoint } from './checkpoints.ts'

interface CheckpointKeeper {
  /** Queues a checkpoint. The caller does not wait for the disk, because the journal is durable and holds everything. */
  write(state: LoopState, events: number): Promise<void>
  /** Resolves when everything is written. */
  settled(): Promise<void>
}

export function checkpointKeeper(disk: Disk, paths: LoopPaths): CheckpointKeeper {
  let written = Promise.resolve()
  return {
    settled: () => written,
    async write(state, events) {
      await written
      written = writeCheckpoint(disk, paths, state, events)
      written.catch(() => {})
    },
  }
}
