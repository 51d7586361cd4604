import { StringDecoder } from 'node:string_decoder'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LoopEvent } from '../loop/events.ts'
import { type ProvingStep, STEP_WORDS } from '../proof/proving-step.ts'
import { followJournal } from '../store/journal/follow-journal.ts'
import { iterationDirectory, type Layout, type LoopPaths } from '../store/layout.ts'
import { readProving } from '../store/proving-file.ts'
import { readOverview } from '../store/registry/overview.ts'
import type { Disk } from '../system/disk.ts'
import { tailFile } from '../system/tail-file.ts'

const LOOK_MS = 150
/** How long a busy machine may take to restart a background loop. */
const BACK_MS = 20_000

export interface Following {
  readonly disk: Disk
  readonly layout: Layout
  readonly paths: LoopPaths
  readonly id: string
  readonly log: 'agent.log' | 'verify.log'
  /** How many bytes of the current turn's log are shown at first; null for all. */
  readonly last: number | null
  /** A daemon restarts the loop soon after a crash. */
  readonly comesBack: boolean
  readonly signal: AbortSignal
}

interface Followed {
  /** All events in the journal at the start. */
  readonly past: (events: readonly LoopEvent[]) => void
  readonly event: (event: LoopEvent) => void
  /** New text in the log of a turn, before the event that ends the turn. */
  readonly text: (iteration: number, text: string) => void
  /** A step of the proof runs, since so many milliseconds. */
  readonly proving?: (step: ProvingStep | null, forMs: number) => void
}

/** Watches a loop through its files only, until it stops running or the signal aborts. Watching cannot slow a loop down. */
export async function followLoop(following: Following, tell: Followed): Promise<void> {
  const { paths, signal } = following
  const journal = followJournal(paths.journal)
  const first = await journal.next()
  tell.past(first)
  const turn = first.findLast(({ kind }) => kind === 'turn-start')
  let log = logReader(following, tell, turn?.kind === 'turn-start' ? turn.iteration : 0, following.last)
  let latest = first.at(-1)
  let ended = latest?.kind === 'loop-end'
  const proof = proofSteps(following, tell)
  for (let gone: number | null = null; ; ) {
    // Checked before the journal is read, so that the last events of a dead process are read too.
    const driven = await isDriven(following)
    for (const event of await journal.next()) {
      if (event.kind === 'turn-end' || event.kind === 'turn-start' || event.kind === 'loop-end') await log()
      tell.event(event)
      ended = event.kind === 'loop-end'
      latest = event
      if (event.kind === 'turn-start') log = logReader(following, tell, event.iteration, null)
    }
    await log()
    proof(latest)
    gone = driven ? null : (gone ?? performance.now())
    const lost = gone !== null && (ended || !following.comesBack || performance.now() - gone > BACK_MS)
    if (lost || signal.aborted) return
    await sleep(LOOK_MS, null, { signal }).catch(() => {})
  }
}

/** Looks at the step of the proof while a finished turn is being checked. */
function proofSteps({ paths }: Following, { proving }: Followed) {
  let shown = ''
  return (latest: LoopEvent | undefined): void => {
    if (latest?.kind !== 'turn-end' || !proving) return
    const note = readProving(paths)
    if (note === null || note.iteration !== latest.iteration || note.at < latest.at || note.at === shown) return
    shown = note.at
    const isKnown = note.step === null || Object.hasOwn(STEP_WORDS, note.step)
    if (isKnown) proving(note.step as ProvingStep | null, Math.max(0, Date.now() - Date.parse(note.at)))
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
