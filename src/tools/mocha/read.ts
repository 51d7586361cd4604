import { type FailureDraft, FailureGatherer, indentOf } from '../reading/gather.ts'
import { placeIn } from '../reading/paths.ts'
import type { FoundReading, LineReader, ReadContext, ReaderPlan } from '../reading/reader.ts'

export const mocha: ReaderPlan = {
  tool: 'mocha',
  starts: ['✔ ', '✓ ', '1) ', 'Error: No test files found', 'Exception during run:'],
  startsAfterNumber: ['passing'],
  create: context => new Mocha(context),
}

const PASSING = /^\s*(\d+) passing \(\d+.*\)$/
const OTHERS = /^\s+(\d+) (pending|failing)$/
const ENTRY = /^ {2}(\d+)\) (.+)$/

/**
 * Everything that counts is in the epilogue: passing, pending, failing, then the failures in order. A program may print
 * a line that looks like its beginning, so every such line restarts the epilogue and the last one counts.
 */
class Mocha implements LineReader {
  readonly #context: ReadContext
  #run: FailureGatherer
  #passing: number | null = null
  #pending = 0
  #failing = 0
  #titles: string[] = []
  #draft: FailureDraft | null = null
  #checks = 0
  #nothing = false
  #ended = false
  #broken: FailureDraft | null = null

  constructor(context: ReadContext) {
    this.#context = context
    this.#run = new FailureGatherer(context)
  }

  line(text: string): void {
    if (text.includes(' passing (') && /\d+ passing \(\d+[^)]*\)$/.test(text)) {
      this.#restart(text)
      return
    }
    if (text.startsWith('Error: No test files found')) this.#nothing = true
    else if (text.startsWith(' Exception during run:')) this.#exception(text)
    else if (this.#broken) this.#run.detail(this.#broken, text)
    else if (this.#passing === null) this.#progress(text)
    else this.#epilogue(text)
  }

  end(): readonly FoundReading[] {
    const total = (this.#passing ?? 0) + this.#failing + this.#pending
    const listed = this.#run.drafts.length === this.#failing
    if (this.#passing === null || (this.#failing > 0 && this.#run.drafts.length === 0)) return this.#unfinished()
    const counts = { passed: this.#passing, failed: this.#failing, skipped: this.#pending, total }
    const ran = this.#passing + this.#failing > 0
    return [this.#run.tests('mocha', { counts, complete: listed && this.#ended, ran, weight: 'footer' })]
  }

  #unfinished(): readonly FoundReading[] {
    const complete = this.#nothing
    const counts = complete ? { passed: 0, failed: 0, skipped: 0, total: 0 } : null
    const primed = this.#context.primed.has('mocha')
    if (!complete && !primed && !this.#broken) return []
    const weight = primed || complete || this.#broken ? 'banner' : 'hint'
    return [this.#run.tests('mocha', { counts, complete, ran: !complete && this.#checks > 0, weight })]
  }

  #restart(text: string): void {
    const passing = PASSING.exec(text) ?? /(\d+) passing \(/.exec(text)
    this.#passing = Number(passing?.[1] ?? 0)
    this.#pending = 0
    this.#failing = 0
    this.#ended = false
    this.#run = new FailureGatherer(this.#context)
    this.#draft = null
  }

  #exception(text: string): void {
    const said = text.slice(' Exception during run:'.length).trim()
    this.#broken = this.#run.add({ title: ['Exception during run'], file: placeIn(said)?.file ?? null })
    this.#run.detail(this.#broken, said)
  }

  #progress(text: string): void {
    if (/^\s+[✔✓] /.test(text)) this.#checks += 1
  }

  #epilogue(text: string): void {
    // The numbers stand together, and a blank line ends them.
    if (text.trim() === '') this.#ended = true
    const other = this.#run.drafts.length === 0 ? OTHERS.exec(text) : null
    if (other) {
      if (other[2] === 'failing') this.#failing = Number(other[1])
      else this.#pending = Number(other[1])
      return
    }
    const entry = ENTRY.exec(text)
    if (entry && Number(entry[1]) === this.#run.drafts.length + 1 && this.#run.drafts.length < this.#failing) {
      this.#titles = [entry[2] ?? '']
      this.#draft = this.#run.add({ title: [withoutColon(entry[2] ?? '')] })
      return
    }
    if (!this.#draft) return
    // Titles step inwards by two from column seven; what went wrong stands at five or six.
    if (this.#titles.length > 0 && indentOf(text) === 5 + 2 * this.#titles.length && text.trim() !== '') {
      this.#titles.push(text.trim())
      this.#draft.title = this.#titles.map((title, at) =>
        at === this.#titles.length - 1 ? withoutColon(title) : title,
      )
      return
    }
    this.#titles = []
    this.#run.detail(this.#draft, text)
  }
}

const withoutColon = (title: string): string => title.replace(/:$/, '')
