import { type FailureDraft, FailureGatherer } from '../reading/gather.ts'
import { isOwnFrame, placeIn } from '../reading/paths.ts'
import type { FoundReading, LineReader, ReadContext, ReaderPlan } from '../reading/reader.ts'

/** Minitest, with rake and rails. */
export const minitest: ReaderPlan = {
  tool: 'minitest',
  starts: ['Run options: ', '# Running:', 'Failure:', 'Error:', '1) Failure:', '1) Error:', '1) Skipped:'],
  startsAfterNumber: ['runs', 'run', 'tests'],
  create: context => new Minitest(context),
}

const ENTRY = /^ *(?:\d+\) )?(Failure|Error|Skipped):$/
const TITLE = /^(\S.*?)#(.+?)(?: \[([^[\]]+):(\d+)\])?:$/
const FOOTER =
  /^(\d+) (?:runs|tests), (\d+) assertions, (\d+) failures, (\d+) errors, (\d+) (?:skips|pendings, (\d+) omissions, \d+ notifications)/

class Minitest implements LineReader {
  readonly #context: ReadContext
  #run: FailureGatherer
  #kind: string | null = null
  #draft: FailureDraft | null = null
  #running = false
  readonly #found: FoundReading[] = []

  constructor(context: ReadContext) {
    this.#context = context
    this.#run = new FailureGatherer(context)
  }

  line(text: string): void {
    if (text === '# Running:' || text.startsWith('Run options: --')) this.#running = true
    const entry = text.endsWith(':') ? ENTRY.exec(text) : null
    if (entry) {
      this.#kind = entry[1] ?? null
      this.#draft = null
      return
    }
    if (this.#kind !== null) {
      this.#title(text)
      return
    }
    const footer = FOOTER.exec(text)
    if (footer) {
      this.#finish(footer)
      return
    }
    if (this.#draft) this.#detail(text)
  }

  end(): readonly FoundReading[] {
    if (this.#running && (this.#run.drafts.length > 0 || this.#context.primed.has('minitest')))
      this.#found.push(this.#run.tests('minitest', { counts: null, complete: false, ran: true, weight: 'banner' }))
    else if (this.#running)
      this.#found.push(this.#run.tests('minitest', { counts: null, complete: false, ran: true, weight: 'hint' }))
    return this.#found
  }

  #title(text: string): void {
    const kind = this.#kind
    this.#kind = null
    const title = TITLE.exec(text)
    if (!title || kind === 'Skipped') return
    const [, group = '', name = '', file, line] = title
    this.#draft = this.#run.add({
      title: [...group.split('::'), name.replace(/^test_\d{4}_/, '')],
      file: file ?? null,
      line: line ? Number(line) : null,
    })
  }

  #detail(text: string): void {
    const draft = this.#draft
    if (!draft) return
    if (
      text.trim() === '' &&
      draft.details.length > 0 &&
      draft.file !== null &&
      !/^---|^@@/.test(draft.details[0] ?? '')
    ) {
      this.#draft = null
      return
    }
    this.#run.detail(draft, text)
    const place = /^\s+\S+\.rb:\d+:in /.test(text) ? placeIn(text) : null
    // The test is the last frame of the project; the first is where it broke.
    if (place && isOwnFrame(place.file)) {
      draft.file = place.file
      draft.line = place.line
    }
  }

  #finish([, runs, , failures, errors, skips, omissions]: RegExpExecArray): void {
    const [total, failed] = [Number(runs), Number(failures) + Number(errors)]
    const skipped = Number(skips) + Number(omissions ?? 0)
    const counts = { passed: Math.max(0, total - failed - skipped), failed, skipped, total }
    this.#found.push(
      this.#run.tests('minitest', { counts, complete: true, ran: total - skipped > 0, weight: 'footer' }),
    )
    this.#run = new FailureGatherer(this.#context)
    this.#draft = null
    this.#running = false
  }
}
