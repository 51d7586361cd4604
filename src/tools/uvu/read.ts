import { type FailureDraft, FailureGatherer } from '../reading/gather.ts'
import { isFrame, isOwnFrame, placeIn } from '../reading/paths.ts'
import type { FoundReading, LineReader, ReadContext, ReaderPlan } from '../reading/reader.ts'

const EARLY = 'Exiting early before testing is finished.'

export const uvu: ReaderPlan = {
  tool: 'uvu',
  startsFor: ['uvu'],
  starts: ['• ', '✘ ', 'FAIL ', 'Total: ', EARLY],
  create: context => new Uvu(context),
}

const FAIL = /^ {3}FAIL {2}(?:(\S.*?) {2})?"(.*)"$/
const TOTAL = /^ {2}(Total|Passed|Skipped|Duration): +(\d+)/
const MARKS = /^(?: \S.* {2})?(?:[•✘] )+ {2}\(\d+ \/ \d+\)$/

/** Per file a line of marks for each suite, with its failures below, and the totals at the end. */
class Uvu implements LineReader {
  readonly #context: ReadContext
  readonly #run: FailureGatherer
  readonly #counted = new Map<string, number>()
  #draft: FailureDraft | null = null
  #begun = false
  #ended = false
  #early = false
  #hasDied = false
  #place: { readonly file: string; readonly line: number } | null = null

  constructor(context: ReadContext) {
    this.#context = context
    this.#run = new FailureGatherer(context)
  }

  line(text: string): void {
    const failed = FAIL.exec(text)
    const total = TOTAL.exec(text)
    if (failed) this.#draft = this.#run.add({ title: [failed[1] ?? '', failed[2] ?? ''].filter(part => part !== '') })
    else if (total) this.#total(total[1] ?? '', Number(total[2]))
    else if (text.endsWith(EARLY)) this.#exit()
    else if (MARKS.test(text)) this.#draft = null
    else if (this.#draft) this.#detail(this.#draft, text)
    else if (!this.#begun || this.#early) this.#uncaught(text)
    if (failed || MARKS.test(text)) [this.#begun, this.#ended] = [true, false]
  }

  end(): readonly FoundReading[] {
    const primed = this.#context.primed.has('uvu')
    if (!this.#begun && !this.#early && !this.#hasDied && !(primed && this.#ended)) return []
    const of = (word: string): number => this.#counted.get(word) ?? 0
    const complete = this.#ended && !this.#early
    // A hook that throws ends its suite without a failure, and uvu exits with 0: what has not passed has failed.
    const [passed, failed, skipped] = [of('Passed'), of('Total') - of('Passed'), of('Skipped')]
    const counts = complete ? { passed, failed, skipped, total: passed + failed + skipped } : null
    const weight = complete || primed ? 'footer' : this.#run.drafts.length > 0 ? 'banner' : 'hint'
    return [this.#run.tests('uvu', { counts, complete, ran: this.#begun, weight })]
  }

  #total(word: string, amount: number): void {
    this.#draft = null
    if (word === 'Duration') this.#ended = this.#counted.has('Total') && this.#counted.has('Passed')
    // Every file that is started on its own prints totals.
    else this.#counted.set(word, (this.#counted.get(word) ?? 0) + amount)
  }

  #exit(): void {
    this.#early = true
    this.#draft = null
    this.#run.add({ title: ['process exit'], message: EARLY })
  }

  /** An error outside of tests, such as a file that cannot be loaded, ends the run: its place, and then the stack of the error. */
  #uncaught(text: string): void {
    const place = /^\S.*\.[cm]?[jt]sx?:\d+$/.test(text) ? placeIn(text) : null
    if (place) this.#place = place
    const message = /^\w*Error(?: \[\w+\])?: (.+)$/.exec(text)?.[1]
    if (message === undefined || this.#hasDied || !(this.#early || this.#context.primed.has('uvu'))) return
    const { file, line } = this.#place ?? { file: null, line: null }
    const fields = { title: ['uncaught error'], file, line, message }
    // What made the process exit is printed after the words about it.
    const exit = this.#early ? this.#run.drafts.at(-1) : undefined
    this.#draft = exit ? Object.assign(exit, fields) : this.#run.add(fields)
    this.#hasDied = true
  }

  #detail(draft: FailureDraft, text: string): void {
    if (draft.message === null) {
      draft.message = text.trim().replace(/ {2}\([\w.]+\)$/, '')
      return
    }
    const value = /^ {8}(\+\+|--)(.*?)(?: {4}\((?:Expected|Actual)\))?$/.exec(text)
    this.#run.detail(draft, value ? `${value[1] === '++' ? 'Expected' : 'Actual'}: ${value[2]}` : text)
    // The innermost frame may be in the code under test; the outermost own one is the test.
    const place = isFrame(text) ? placeIn(text) : null
    if (place && isOwnFrame(place.file) && !(this.#hasDied && draft.file !== null))
      [draft.file, draft.line] = [place.file, place.line]
  }
}
