import { type FailureDraft, FailureGatherer } from '../reading/gather.ts'
import type { FoundReading, LineReader, ReadContext, ReaderPlan } from '../reading/reader.ts'

export const ctest: ReaderPlan = {
  tool: 'ctest',
  starts: [
    'Test project ',
    'No tests were found!!!',
    'The following tests FAILED:',
    'No test configuration file found!',
  ],
  create: context => new Ctest(context),
}

const RESULT = /^\s*\d+\/\d+ Test\s+#(\d+): (.+?) \.*(?:\*\*\*(.+?)| +(Passed))\s+[\d.]+ sec/
const TOTAL = /^\d+% tests passed, (\d+) tests? failed out of (\d+)/
const LISTED = /^\s+(\d+) - (.+) \(([^)]+)\)$/

class Ctest implements LineReader {
  readonly #run: FailureGatherer
  readonly #failed = new Map<string, FailureDraft>()
  #draft: FailureDraft | null = null
  #totals: { failed: number; total: number } | null = null
  #skipped = 0
  #disabled = 0
  #listing = ''
  #nothing = false
  #started = false

  constructor(context: ReadContext) {
    this.#run = new FailureGatherer(context)
  }

  line(text: string): void {
    const result = text.includes(' Test ') ? RESULT.exec(text) : null
    if (result) {
      this.#result(result)
      return
    }
    const total = TOTAL.exec(text)
    if (total) {
      this.#totals = { failed: Number(total[1]), total: Number(total[2]) }
      this.#draft = null
    } else if (text.startsWith('Test project ')) this.#started = true
    else if (/^No test(?:s were found| configuration file found)/.test(text)) this.#nothing = true
    else if (/^The following tests (?:FAILED|did not run):$/.test(text))
      this.#listing = text.includes('FAILED') ? 'failed' : 'others'
    else if (this.#listing === 'failed' && LISTED.test(text)) this.#list(LISTED.exec(text))
    else if (/^\s+Start\s+\d+: /.test(text)) this.#draft = null
    else if (this.#draft) this.#run.detail(this.#draft, text)
  }

  end(): readonly FoundReading[] {
    if (!this.#started && !this.#nothing && !this.#totals) return []
    const { failed, total } = this.#totals ?? { failed: 0, total: 0 }
    const counts =
      this.#totals || this.#nothing
        ? {
            passed: total - failed - this.#skipped,
            failed,
            skipped: this.#skipped + this.#disabled,
            total: total + this.#disabled,
          }
        : null
    const ran = !this.#nothing && (counts === null || counts.passed + counts.failed > 0)
    return [this.#run.tests('ctest', { counts, complete: counts !== null, ran, weight: counts ? 'footer' : 'banner' })]
  }

  #result([, number = '', name = '', trouble]: RegExpExecArray): void {
    this.#draft = null
    if (trouble === undefined) return
    if (/^Skipped/.test(trouble)) this.#skipped += 1
    else if (/Disabled/.test(trouble)) this.#disabled += 1
    else this.#draft = this.#fail(number, name, trouble.trim())
  }

  #list(found: RegExpExecArray | null): void {
    const [, number = '', name = '', why = ''] = found ?? []
    this.#fail(number, name, why)
  }

  #fail(number: string, name: string, why: string): FailureDraft {
    const known = this.#failed.get(number)
    if (known) return known
    const family = /timeout/i.test(why) ? 'timeout' : /exception|segfault|abort/i.test(why) ? 'crash' : null
    const draft = this.#run.add({ title: [name], family })
    this.#run.detail(draft, why)
    this.#failed.set(number, draft)
    return draft
  }
}
