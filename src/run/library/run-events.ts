import type { LoopEvent } from '../../loop/events.ts'
import { type CamelKeys, camelKeys } from '../../std/key-case.ts'

/** What happens in a run: the events of `run --json`, with keys in camelCase. */
export type RunEvent = CamelKeys<LoopEvent>

/** The events of one run, for any number of readers. */
interface RunEvents {
  add(event: LoopEvent): void
  /** No more events; `failure` is thrown to readers after the last one. */
  end(failure?: unknown): void
  /** Every event from the start, then live; of the agent's text, only what is printed from now on. `leave` runs when it is left early. */
  read(leave: () => Promise<unknown>): AsyncIterableIterator<RunEvent>
}

type Step = IteratorResult<RunEvent, undefined>

const DONE: Step = { done: true, value: undefined }

/** Text that a slow reader has not read yet. More is dropped from its beginning; the log of the turn has it all. */
const PENDING_TEXT = 1_000_000

export function runEvents(): RunEvents {
  const kept: RunEvent[] = []
  const readers = new Set<Reader>()
  let ended: { readonly failure: unknown } | null = null
  return {
    add(event) {
      const spelled = camelKeys<LoopEvent>(event)
      if (spelled.kind !== 'turn-text') kept.push(spelled)
      for (const reader of readers) reader.push(spelled)
    },
    end(failure) {
      ended = { failure }
      for (const reader of readers) reader.end(failure)
      readers.clear()
    },
    read(leave) {
      const reader = new Reader(kept, async () => {
        readers.delete(reader)
        await leave()
      })
      if (ended) reader.end(ended.failure)
      else readers.add(reader)
      return reader
    },
  }
}

interface Waiting {
  readonly resolve: (step: Step) => void
  readonly reject: (error: unknown) => void
}

class Reader implements AsyncIterableIterator<RunEvent> {
  readonly #pending: RunEvent[]
  readonly #leave: () => Promise<void>
  #waiting: Waiting[] = []
  #ended = false
  #failure: unknown = undefined

  constructor(pending: readonly RunEvent[], leave: () => Promise<void>) {
    this.#pending = [...pending]
    this.#leave = leave
  }

  push(event: RunEvent): void {
    const waiting = this.#waiting.shift()
    if (waiting) waiting.resolve({ done: false, value: event })
    else appendTo(this.#pending, event)
  }

  end(failure: unknown): void {
    this.#ended = true
    this.#failure = failure
    for (const { resolve, reject } of this.#waiting.splice(0)) {
      if (this.#failure === undefined) resolve(DONE)
      else reject(this.#taken())
    }
  }

  async next(): Promise<Step> {
    const event = this.#pending.shift()
    if (event) return { done: false, value: event }
    if (this.#failure !== undefined) throw this.#taken()
    if (this.#ended) return DONE
    return await new Promise<Step>((resolve, reject) => this.#waiting.push({ resolve, reject }))
  }

  /** Called by `break`, `return`, and `throw` in a `for await`. */
  async return(): Promise<Step> {
    this.#pending.length = 0
    this.#failure = undefined
    const wasEnded = this.#ended
    this.end(undefined)
    if (!wasEnded) await this.#leave()
    return DONE
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  /** A failure is thrown once. */
  #taken(): unknown {
    const failure = this.#failure
    this.#failure = undefined
    return failure
  }
}

function appendTo(pending: RunEvent[], event: RunEvent): void {
  const last = pending.at(-1)
  if (event.kind !== 'turn-text' || last?.kind !== 'turn-text' || last.iteration !== event.iteration) {
    pending.push(event)
    return
  }
  pending[pending.length - 1] = { ...event, text: (last.text + event.text).slice(-PENDING_TEXT) }
}
