import { type FailureDraft, FailureGatherer } from '../reading/gather.ts'
import { isOwnFrame, placeIn } from '../reading/paths.ts'
import type { FoundReading, LineReader, ReadContext, ReaderPlan } from '../reading/reader.ts'

export const jasmine: ReaderPlan = {
  tool: 'jasmine',
  starts: [
    'Error: ',
    'SyntaxError: ',
    'TypeError: ',
    'ReferenceError: ',
    'Started',
    'Failures:',
    'No specs found',
    'Incomplete: ',
  ],
  startsAfterNumber: ['specs', 'spec'],
  create: context => new Jasmine(context),
}

const ENTRY = /^(\d+)\) (.+)$/
const FOOTER = /^(\d+) specs?, (\d+) failures?(?:, (\d+) pending specs?)?$/

class Jasmine implements LineReader {
  readonly #context: ReadContext
  readonly #run: FailureGatherer
  #started = false
  #listing = false
  #next = 1
  #draft: FailureDraft | null = null
  #totals: readonly number[] | null = null
  #closed = false
  #nothing = false

  constructor(context: ReadContext) {
    this.#context = context
    this.#run = new FailureGatherer(context)
  }

  line(text: string): void {
    if (text === 'Started') this.#started = true
    else if (text === 'Failures:') this.#list(true)
    else if (text === 'Pending:') this.#list(false)
    else if (text === 'No specs found') this.#nothing = true
    else if (FOOTER.test(text)) {
      this.#totals = (FOOTER.exec(text) ?? []).slice(1).map(number => Number(number ?? 0))
      this.#draft = null
      this.#listing = false
    } else if (/^Finished in [\d.]+ seconds?$/.test(text)) this.#closed = this.#totals !== null || this.#nothing
    else if (!this.#started && this.#context.primed.has('jasmine')) this.#load(text)
    else this.#inside(text)
  }

  end(): readonly FoundReading[] {
    if (!this.#started && !this.#closed && this.#run.drafts.length === 0) return []
    const [specs = 0, failed = 0, skipped = 0] = this.#totals ?? []
    const counts =
      this.#totals || this.#nothing ? { passed: specs - failed - skipped, failed, skipped, total: specs } : null
    const ran = !this.#nothing && (counts === null || specs - skipped > 0)
    const weight = this.#closed && this.#started ? 'footer' : this.#context.primed.has('jasmine') ? 'banner' : 'hint'
    return [this.#run.tests('jasmine', { counts, complete: this.#closed, ran, weight })]
  }

  // Spec files are loaded before anything starts; an error there is printed as it is.
  #load(text: string): void {
    if (/^\w*Error: /.test(text)) this.#draft ??= this.#run.add({ title: ['could not be loaded'] })
    this.#inside(text)
  }

  #list(failures: boolean): void {
    this.#listing = failures
    this.#draft = null
    this.#next = 1
  }

  #inside(text: string): void {
    const entry = this.#listing ? ENTRY.exec(text) : null
    if (entry && Number(entry[1]) === this.#next) {
      this.#next += 1
      this.#draft = this.#run.add({ title: [entry[2] ?? ''] })
      return
    }
    const draft = this.#draft
    if (!draft) return
    this.#run.detail(draft, text)
    const place = /^\s+at /.test(text) ? placeIn(text) : null
    if (place && isOwnFrame(place.file) && (draft.file === null || /spec/i.test(place.file.split('/').at(-1) ?? ''))) {
      draft.file = place.file
      draft.line = place.line
    }
  }
}
