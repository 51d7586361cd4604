import { setTimeout as sleep } from 'node:timers/promises'
import { nodeDisk } from '../../system/disk.ts'
import type { PageChange } from '../page-data.ts'
import { type ListedLoop, type ListedLoops, logFile } from './listed-loops.ts'
import { logSize } from './log-part.ts'

const LOOK_MS = 400
/** Shows both sides that the connection still works. */
const QUIET_MS = 10_000

/** What the page shows beside the overview. */
interface ShownPart {
  readonly loop: ListedLoop | null
  readonly plans: boolean
}

/** Sends a message whenever something changes that the page shows, until the page is gone. Only looks at files. */
export async function watchChanges(
  loops: ListedLoops,
  { loop, plans }: ShownPart,
  { send, signal }: { readonly send: (change: PageChange) => Promise<unknown>; readonly signal: AbortSignal },
): Promise<void> {
  for (let [before, sent] = ['', 0]; !signal.aborted; ) {
    await loops.list.refresh()
    const change = {
      loops: loops.list.version,
      plans: plans ? await loops.plans.refresh() : null,
      loop: loop && (await stateOf(loops, loop)),
    }
    const now = JSON.stringify(change)
    if (now !== before || performance.now() - sent > QUIET_MS) {
      await send(change)
      before = now
      sent = performance.now()
    }
    await sleep(LOOK_MS, null, { signal, ref: false }).catch(() => {})
  }
}

async function stateOf(loops: ListedLoops, { row, paths }: ListedLoop): Promise<PageChange['loop']> {
  const turn = loops.list.row(row.project, row.id)?.turn ?? row.turn
  return {
    stamp: `${await nodeDisk('private').stamp(paths.journal)}`,
    turn,
    agent: (await logSize(logFile(paths, turn, 'agent'))) ?? 0,
    verify: (await logSize(logFile(paths, turn, 'verify'))) ?? 0,
  }
}
