import { type FailureDraft, FailureGatherer } from '../reading/gather.ts'
import { isOwnFrame, placeIn } from '../reading/paths.ts'
import type { FoundReading, LineReader, ReadContext, ReaderPlan } from '../reading/reader.ts'

export const ava: ReaderPlan = {
  tool: 'ava',
  starts: ['✘ ', '✖ [fail]', '─', '✔ ', 'Uncaught exception in ', 'Unhandled rejection in '],
  create: context => new Ava(context),
}

const FAIL = /^ {2}[✘✖] \[fail\]: (.+)$/
const TOTAL =
  /^ {2}(\d+) (?:(tests?|hooks?) (failed|passed|skipped|todo)|(known failures?|uncaught exceptions?|unhandled rejections?|tests? were pending.*))$/
const UNCAUGHT = /^ {2}(Uncaught exception|Unhandled rejection) in (.+)$/
const OTHER =
  /^ {2}✘ (Exiting due to process\.exit\(\).*|\d+ tests? remaining in .*|Couldn’t find any .*|No tests found in .*|Based on your configuration.*|.*exited with a non-zero exit code.*|Timed out while running tests)$/

/** A one-line report per test, then a rule, the details of each failure under its title, a rule, and the totals. */
class Ava implements LineReader {
  readonly #context: ReadContext
  readonly #run: FailureGatherer
  #totals = new Map<string, number>()
  #after = false
  #draft: FailureDraft | null = null
  #passed = 0
  #nothing = false
  #early = false
  #marks = 0

  constructor(context: ReadContext) {
    this.#context = context
    this.#run = new FailureGatherer(context)
  }

  line(text: string): void {
    if (text === '  ─') {
      this.#after = true
      this.#draft = null
      this.#totals = new Map()
      return
    }
    const failed = FAIL.exec(text)?.[1]
    if (failed !== undefined) {
      this.#fail(failed)
      return
    }
    const uncaught = UNCAUGHT.exec(text)
    if (uncaught) {
      this.#marks += 1
      this.#draft = this.#run.add({ title: [uncaught[1] ?? ''], file: uncaught[2] ?? null })
      return
    }
    if (/^ {2}✔ /.test(text)) this.#passed += 1
    else if (text.startsWith('  ✘ ') && OTHER.test(text)) this.#other(text.trim())
    else if (this.#after && TOTAL.test(text)) this.#total(TOTAL.exec(text))
    else this.#detail(text)
  }

  end(): readonly FoundReading[] {
    const of = (word: string): number => this.#totals.get(word) ?? 0
    const primed = this.#context.primed.has('ava')
    if (!primed && this.#marks === 0 && !this.#nothing && !(this.#after && this.#totals.size > 0 && this.#passed > 0))
      return []
    const failed = of('failed')
    // When something failed, the number of passed tests is left out.
    const passed = this.#totals.has('passed') || this.#totals.has('known') ? of('passed') + of('known') : this.#passed
    const skipped = of('skipped') + of('todo')
    const counts = this.#nothing
      ? { passed: 0, failed: 0, skipped: 0, total: 0 }
      : this.#totals.size > 0
        ? { passed, failed, skipped, total: passed + failed + skipped }
        : null
    const complete = (this.#totals.size > 0 && !this.#early) || this.#nothing
    const weight = complete || primed ? 'footer' : this.#run.drafts.length > 0 ? 'banner' : 'hint'
    return [
      this.#run.tests('ava', { counts, complete, ran: !this.#nothing && passed + failed + this.#passed > 0, weight }),
    ]
  }

  #fail(words: string): void {
    this.#marks += 1
    // The reason may follow the title on the same line; the details further down begin with the bare title.
    this.#run.add({ title: [words] })
  }

  #other(text: string): void {
    if (/Couldn’t find any|No tests found|Based on your configuration/.test(text)) this.#nothing = true
    else {
      this.#marks += 1
      if (/Exiting due to|remaining in/.test(text)) this.#early = true
      const file = /^✘ Exiting due to process\.exit\(\) when running (.+)$/.exec(text)?.[1]
      if (file)
        this.#run.add({
          title: ['process.exit()'],
          file,
          message: 'process.exit() was called before the tests had ended',
        })
      this.#run.note(text.replace(/^✘ /, ''))
    }
    this.#draft = null
  }

  #total(found: RegExpExecArray | null): void {
    this.#draft = null
    const word = found?.[3] ?? found?.[4]?.split(' ')[0] ?? ''
    this.#totals.set(word, (this.#totals.get(word) ?? 0) + Number(found?.[1] ?? 0))
  }

  #detail(text: string): void {
    const title = this.#after ? /^ {2}(\S.*)$/.exec(text)?.[1] : undefined
    const heading =
      title === undefined
        ? undefined
        : this.#run.drafts.find(
            draft =>
              draft.details.length === 0 && (draft.title[0] === title || draft.title[0]?.startsWith(`${title} `)),
          )
    if (heading && title !== undefined) {
      heading.title = title.split(' › ')
      this.#draft = heading
      return
    }
    const draft = this.#draft
    if (!draft) return
    if (/^\s+\d+: |^ {2}(?:Error thrown in test:|Rejected promise returned by test\. Reason:)$/.test(text)) return
    this.#run.detail(draft, /^ {2}\S+\.[cm]?[jt]sx?:\d+$/.test(text) ? `  at ${text.trim()}` : text)
    const place = /^ {2}(?:\S+\.[cm]?[jt]sx?:\d+$|› |at |\/)|^\s+at /.test(text) ? placeIn(text) : null
    if (place && isOwnFrame(place.file) && draft.file === null) {
      draft.file = place.file
      draft.line = place.line
    }
  }
}
