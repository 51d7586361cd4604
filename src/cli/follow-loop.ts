import { StringDecoder } from 'node:string_decoder'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LoopEvent } from '../loop/events.ts'
import { followJournal } from '../store/journal/follow-journal.ts'
import { iterationDirectory, type Layout, type LoopPaths } from '../store/layout.ts'
import { readOverview } from '../store/registry/overview.ts'
import type { Disk } from '../system/disk.ts'
import { tailFile } from '../system/tail-file.ts'

const LOOK_MS = 150
/** A machine may be busy; who watches waits as long as who asks a daemon does. */
const BACK_MS = 20_000

export interface Following {
  readonly disk: Disk
  readonly layout: Layout
  readonly paths: LoopPaths
  readonly id: string
  readonly log: 'agent.log' | 'verify.log'
  /** How much of the log of the iteration under way is told at first; null for all of it. */
  readonly last: number | null
  /** A daemon brings it back after a crash, within moments. */
  readonly comesBack: boolean
  readonly signal: AbortSignal
}

interface Followed {
  /** All that is in the journal at the first look. */
  readonly past: (events: readonly LoopEvent[]) => void
  readonly event: (event: LoopEvent) => void
  /** What stands in the log of an iteration, as it comes; that of a turn before the event that ends it. */
  readonly text: (iteration: number, text: string) => void
}

/** Watches a loop by its files alone, until nobody drives it or the watcher leaves: nobody who watches can slow a loop. */
export async function followLoop(following: Following, tell: Followed): Promise<void> {
  const { paths, signal } = following
  const journal = followJournal(paths.journal)
  const first = await journal.next()
  tell.past(first)
  const begun = first.findLast(({ kind }) => kind === 'turn-start')
  let log = logReader(following, tell, begun?.kind === 'turn-start' ? begun.iteration : 0, following.last)
  let ended = first.at(-1)?.kind === 'loop-end'
  for (let gone: number | null = null; ; ) {
    // Looked at before the journal: what a process wrote before it was gone is then read all the same.
    const driven = await isDriven(following)
    for (const event of await journal.next()) {
      if (event.kind === 'turn-end' || event.kind === 'turn-start' || event.kind === 'loop-end') await log()
      tell.event(event)
      ended = event.kind === 'loop-end'
      if (event.kind === 'turn-start') log = logReader(following, tell, event.iteration, null)
    }
    await log()
    gone = driven ? null : (gone ?? performance.now())
    const lost = gone !== null && (ended || !following.comesBack || performance.now() - gone > BACK_MS)
    if (lost || signal.aborted) return
    await sleep(LOOK_MS, null, { signal }).catch(() => {})
  }
}

async function isDriven({ disk, layout, id }: Following): Promise<boolean> {
  const { active } = await readOverview(disk, layout)
  return active.some(({ loop_id, status }) => loop_id === id && status === 'running')
}

function logReader({ paths, log, signal }: Following, tell: Followed, iteration: number, last: number | null) {
  const tail = tailFile(`${iterationDirectory(paths, iteration)}/${log}`, last)
  const decoder = new StringDecoder('utf8')
  return async (): Promise<void> => {
    for (let bytes = await tail.next(); bytes.length > 0 && !signal.aborted; bytes = await tail.next())
      tell.text(iteration, decoder.write(bytes))
  }
}
