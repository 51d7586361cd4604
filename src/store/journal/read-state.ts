import { fold } from '../../loop/apply.ts'
import type { LoopState } from '../../loop/state.ts'
import type { Disk } from '../../system/disk.ts'
import type { LoopFiles } from '../layout.ts'
import { readJournal } from './journal.ts'

/** The state of a loop from its journal, read-only; null when there is none. */
export async function peekLoop(disk: Disk, paths: Pick<LoopFiles, 'journal'>): Promise<LoopState | null> {
  const read = await readJournal(disk, paths.journal)
  return read && fold(read.events)
}
