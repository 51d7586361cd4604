import { plans } from '../../tools/reading/plans.ts'
import type { FoundReading, LineReader, ReadContext, ReaderPlan } from '../../tools/reading/reader.ts'
import { explainCrashes } from './explain-crashes.ts'
import { startedBy } from './started-by.ts'
import { type ReaderResult, weighReadings } from './weigh-readings.ts'

/** A longer line is no message for people, and only its beginning is read. */
const MAX_LINE = 4000

interface StartedReader {
  readonly reader: LineReader
  readonly wholeLines: boolean
  /** The line that started it, and the one before the first that it saw. */
  readonly since: number
  readonly before: number
}

/** One run of something: the readers that its lines have started, each seeing every line from then on. */
export class OutputBlock {
  readonly directory: string
  lines = 0
  readonly #context: ReadContext & { readonly primed: Set<string> }
  readonly #package: string | null
  readonly #started = new Map<ReaderPlan, StartedReader>()
  /** The last line with something in it. */
  #previous = ''

  constructor(context: ReadContext & { readonly primed: Set<string> }, packageName: string | null) {
    this.#context = context
    this.#package = packageName
    this.directory = context.directory
    for (const tool of context.primed) this.#startFor(tool)
  }

  prime(tool: string): void {
    this.#context.primed.add(tool)
    this.#startFor(tool)
  }

  line(whole: string): void {
    this.lines += 1
    const text = whole.length > MAX_LINE ? whole.slice(0, MAX_LINE) : whole
    for (const plan of startedBy(text, this.#started)) this.#start(plan)
    for (const { reader, wholeLines } of this.#started.values()) reader.line(wholeLines ? whole : text, this.lines)
    if (text.trim() !== '') this.#previous = whole.length > MAX_LINE ? '' : whole
  }

  end(exitCode: number | null): FoundReading[] {
    const results = [...this.#started.values()].flatMap(({ reader, since, before }) =>
      reader.end(exitCode).map((found): ReaderResult => ({ found, since, from: found.from ?? before + 1 })),
    )
    const kept = weighReadings(results, exitCode, this.#context.primed)
    return explainCrashes(
      results.map(({ found }) => found),
      kept,
    ).map(found => ({ ...found, reading: { ...found.reading, package: this.#package } }))
  }

  #startFor(tool: string): void {
    for (const plan of plans) if (plan.startsFor?.includes(tool)) this.#start(plan)
  }

  #start(plan: ReaderPlan): void {
    if (this.#started.has(plan)) return
    const reader = plan.create(this.#context)
    // The line that starts a reader is often the second of what it has to say.
    if (this.#previous !== '') reader.line(this.#previous, this.lines - 1)
    const before = this.lines - (this.#previous === '' ? 1 : 2)
    this.#started.set(plan, { reader, wholeLines: plan.wholeLines ?? false, since: this.lines, before })
  }
}
