import { apply, fold } from '../../loop/apply.ts'
import type { CheckFacts, LoopEvent } from '../../loop/events.ts'
import type { LoopState } from '../../loop/state.ts'
import { followJournal } from '../../store/journal/follow-journal.ts'
import { emptyChronicle, record } from '../../store/view/chronicle.ts'
import type { Disk } from '../../system/disk.ts'
import type { PageTurn } from '../page-data.ts'

/** A loop as far as its journal has been read. */
export interface FollowedLoop {
  readonly state: LoopState
  readonly events: readonly LoopEvent[]
  readonly turns: readonly PageTurn[]
  readonly turnStartedAt: string | null
}

interface JournalReader {
  /** The journal is replaced when its loop is resumed or repaired. */
  readonly file: string
  next(): Promise<FollowedLoop | null>
}

/** Loops that pages show at the same time: each has one, or a board with those that work now. */
const MOST_KEPT = 16

/** Reads journals once, and then only what was added to them. */
export class FollowedLoops {
  readonly #disk: Disk
  readonly #readers = new Map<string, JournalReader>()

  constructor(disk: Disk) {
    this.#disk = disk
  }

  /** Null when there is no journal, or nothing in it that can be read. */
  async read(journal: string): Promise<FollowedLoop | null> {
    const stamp = await this.#disk.stamp(journal)
    if (stamp === null) return null
    const file = stamp.split(' ').at(-1) ?? ''
    const known = this.#readers.get(journal)
    const reader = known?.file === file ? known : journalReader(journal, file)
    this.#readers.delete(journal)
    this.#readers.set(journal, reader)
    for (const path of [...this.#readers.keys()].slice(0, -MOST_KEPT)) this.#readers.delete(path)
    return await reader.next()
  }
}

function journalReader(path: string, file: string): JournalReader {
  const journal = followJournal(path)
  const events: LoopEvent[] = []
  const turns = new Map<number, PageTurn>()
  let state: LoopState | null = null
  let chronicle = emptyChronicle('')
  let turnStartedAt: string | null = null
  let reading: Promise<unknown> = Promise.resolve()
  const take = (event: LoopEvent): void => {
    events.push(event)
    state = state === null ? fold([event]) : apply(state, event)
    chronicle = record(chronicle, event)
    if (event.kind === 'turn-start') turnStartedAt = event.at
    if (event.kind !== 'baseline-end' && event.kind !== 'check-end') return
    const row = chronicle.analytics.iterations.at(-1)
    if (row) turns.set(row.iteration, turnOf(row, event.findings))
  }
  return {
    file,
    next() {
      // Two pages that show one loop must not read the same lines twice.
      const result = reading.then(async () => {
        for (const event of await journal.next()) take(event)
        return state && { state, events, turns: [...turns.values()], turnStartedAt }
      })
      reading = result.catch(() => {})
      return result
    },
  }
}

type IterationFacts = ReturnType<typeof emptyChronicle>['analytics']['iterations'][number]

const turnOf = (row: IterationFacts, findings: CheckFacts['findings']): PageTurn => ({
  turn: row.iteration,
  startedAt: row.started_at,
  ended: row.turn_ended,
  verdict: row.verdict,
  failing: row.failing,
  fixed: row.fixed,
  added: row.new,
  turnMs: row.turn_ms,
  checkMs: row.check_ms,
  proofMs: row.proof_ms,
  tokens: row.tokens,
  usd: row.usd,
  changed: row.tree_changed,
  findings: findings.length,
  refused: findings.some(({ objection }) => objection !== null),
})
