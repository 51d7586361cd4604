import { type FailureDraft, FailureGatherer } from '../reading/gather.ts'
import type { FoundReading, LineReader, ReadContext, ReaderPlan } from '../reading/reader.ts'

/** What node-tap shows to people: its base and terse reporters. Off a terminal it speaks TAP. */
export const tapTerse: ReaderPlan = {
  tool: 'tap',
  starts: ['FAIL  ', 'PASS  ', 'Asserts:  ', '# { total: '],
  create: context => new TapTerse(context),
}

const TITLE = /^✖ (.+)$/
const TOTAL = /^# \{ total: (\d+)(?:, pass: (\d+))?(?:, fail: (\d+))?(?:, todo: (\d+))?(?:, skip: (\d+))? \}$/

class TapTerse implements LineReader {
  readonly #run: FailureGatherer
  readonly #known = new Map<string, FailureDraft>()
  #draft: FailureDraft | null = null
  #asserts = false
  #totals: number[] | null = null

  constructor(context: ReadContext) {
    this.#run = new FailureGatherer(context)
  }

  line(text: string): void {
    if (text.startsWith('Asserts:  ')) this.#asserts = true
    const total = text.startsWith('# { total') ? TOTAL.exec(text) : null
    if (total) this.#totals = total.slice(1).map(number => Number(number ?? 0))
    const title = TITLE.exec(text.trimStart())?.[1]
    if (title) this.#open(title)
    else if (this.#draft && /^(?:Asserts|Suites): | (?:FAIL|PASS) {2}/.test(text)) this.#draft = null
    else if (this.#draft) this.#detail(this.#draft, text.trim())
  }

  end(): readonly FoundReading[] {
    if (!this.#asserts || !this.#totals) return []
    const [total = 0, passed = 0, failed = 0, todo = 0, skip = 0] = this.#totals
    const counts = { passed, failed, skipped: todo + skip, total }
    return [this.#run.tests('tap', { counts, complete: true, ran: passed + failed > 0, weight: 'footer' })]
  }

  // The display is drawn again and again; a failure shown twice is one failure.
  #open(title: string): void {
    const known = this.#known.get(title)
    this.#draft = known ? null : this.#run.add({ title: title.split(' > ') })
    if (this.#draft) this.#known.set(title, this.#draft)
  }

  #detail(draft: FailureDraft, text: string): void {
    if (draft.file === null && /^\S+\.[cm]?[jt]sx?$/.test(text)) draft.file = text
    else this.#run.detail(draft, /^\S+ \(\S+:\d+:\d+\)$/.test(text) ? `at ${text}` : text)
    const at =
      draft.file === null
        ? null
        : new RegExp(`${draft.file.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}:(\\d+):\\d+\\)`).exec(text)
    if (at) draft.line ??= Number(at[1])
  }
}
