import { type FailureDraft, FailureGatherer } from '../reading/gather.ts'
import type { FoundReading, LineReader, ReadContext, ReaderPlan } from '../reading/reader.ts'

/** What bats prints on a terminal; elsewhere it speaks TAP. */
export const batsPretty: ReaderPlan = {
  tool: 'bats',
  starts: ['✗ ', '✓ '],
  create: context => new BatsPretty(context),
}

const FAILED = /^ ✗ (.+?)(?: \[\d+\])?$/
const PASSED = /^ ✓ /
const SKIPPED = /^ - /
const TOTAL = /^(\d+) tests?, (\d+) failures?(?:, (\d+) skipped)?(?:, (\d+) not run)?(?: in .*)?$/

class BatsPretty implements LineReader {
  readonly #run: FailureGatherer
  #draft: FailureDraft | null = null
  #totals: number[] | null = null

  constructor(context: ReadContext) {
    this.#run = new FailureGatherer(context)
  }

  line(text: string): void {
    const failed = FAILED.exec(text)?.[1]
    if (failed !== undefined) this.#draft = this.#run.add({ title: [failed] })
    else if (PASSED.test(text) || SKIPPED.test(text)) this.#draft = null
    else if (TOTAL.test(text)) this.#totals = (TOTAL.exec(text) ?? []).slice(1).map(number => Number(number ?? 0))
    else if (this.#draft) this.#detail(this.#draft, text)
  }

  end(): readonly FoundReading[] {
    if (!this.#totals) return []
    const [total = 0, failed = 0, skipped = 0, notRun = 0] = this.#totals
    const counts = { passed: total - failed - skipped - notRun, failed, skipped: skipped + notRun, total }
    return [this.#run.tests('bats', { counts, complete: true, ran: total - skipped > 0, weight: 'banner' })]
  }

  #detail(draft: FailureDraft, text: string): void {
    const place = /^ {3}\((?:in test file|from function .* in (?:test )?file) (.+), line (\d+)/.exec(text)
    if (place) {
      draft.file = place[1] ?? null
      draft.line = Number(place[2])
    } else if (text.startsWith('   ')) this.#run.detail(draft, text)
  }
}
