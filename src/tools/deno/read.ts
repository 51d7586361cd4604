import { type FailureDraft, FailureGatherer } from '../reading/gather.ts'
import type { FoundReading, LineReader, ReadContext, ReaderPlan } from '../reading/reader.ts'
import type { TestCounts } from '../reading/reading.ts'

export const deno: ReaderPlan = {
  tool: 'deno',
  starts: ['running ', 'ERRORS', 'FAILURES', 'ok | ', 'FAILED | ', 'Check ', 'TS', 'error: '],
  create: context => new Deno(context),
}

const HEADING = /^(.+?) => (\S+?):(\d+):\d+$/
const UNCAUGHT = /^(\.?\/?\S+\.[cm]?[jt]sx?) \(uncaught error\)$/
const TOTAL =
  /^(ok|FAILED) \| (\d+) passed(?: \(\d+ steps?\))? \| (\d+) failed(?: \(\d+ steps?\))?(?: \| (\d+) ignored(?: \(\d+ steps?\))?)?(?: \| (\d+) measured)?(?: \| \d+ filtered out)? \([\d.]+m?s\)$/

class Deno implements LineReader {
  readonly #run: FailureGatherer
  readonly #types: FailureGatherer
  #section = ''
  #draft: FailureDraft | null = null
  #counts: TestCounts | null = null
  #running = false
  #type: FailureDraft | null = null
  #checking = false
  #printed = false

  constructor(context: ReadContext) {
    this.#run = new FailureGatherer(context)
    this.#types = new FailureGatherer(context)
  }

  line(text: string): void {
    // What a test prints stands between two such rules.
    if (/^-{4,} (?:post-test )?output(?: end)? -{4,}$/.test(text)) this.#printed = !text.includes(' end ')
    if (this.#printed) return
    if (text === ' ERRORS ' || text === ' FAILURES ' || text === ' ERRORS' || text === ' FAILURES') {
      this.#section = text.trim()
      this.#draft = null
    } else if (/^running \d+ tests? from /.test(text)) this.#running = true
    else if (text.startsWith('Check ')) this.#checking = true
    else if (TOTAL.test(text)) this.#total(TOTAL.exec(text))
    else if (/^(?:error: )?TS\d+ \[ERROR\]: /.test(text)) this.#complain(text)
    else if (/^error: SyntaxError: /.test(text))
      this.#type = this.#types.add({ title: [text.slice(7)], rule: 'syntax', message: text.slice(7), family: 'syntax' })
    else this.#inside(text)
  }

  end(): readonly FoundReading[] {
    const found: FoundReading[] = []
    if (this.#types.drafts.some(({ file }) => file !== null))
      found.push(this.#types.diagnostics('deno check', { complete: true, weight: 'footer' }))
    if (this.#counts || this.#running) {
      const { counts, complete } = { counts: this.#counts, complete: this.#counts !== null }
      const ran = counts === null || counts.passed + counts.failed > 0
      found.push(
        this.#run.tests('deno', {
          counts,
          complete,
          ran,
          weight:
            complete && (this.#running || this.#checking || this.#section !== '')
              ? 'footer'
              : this.#running
                ? 'banner'
                : 'hint',
        }),
      )
    }
    return found
  }

  #total(found: RegExpExecArray | null): void {
    if (!found) return
    const [passed, failed, skipped] = [Number(found[2]), Number(found[3]), Number(found[4] ?? 0)]
    this.#counts = { passed: passed + Number(found[5] ?? 0), failed, skipped, total: passed + failed + skipped }
    this.#section = this.#section === '' ? '' : 'done'
  }

  #complain(text: string): void {
    const [, rule = '', message = ''] = /(TS\d+) \[ERROR\]: (.+)$/.exec(text) ?? []
    this.#type = this.#types.add({ title: [message], rule, message })
  }

  #inside(text: string): void {
    const at = this.#type ? /^\s+at (file:\/\/\S+?):(\d+):\d+$/.exec(text) : null
    if (at && this.#type) {
      this.#type.file = at[1] ?? null
      this.#type.line = Number(at[2])
      this.#type = null
      return
    }
    if (this.#section === 'ERRORS') this.#error(text)
    else if (this.#section === 'FAILURES') this.#named(text)
  }

  #error(text: string): void {
    const heading = HEADING.exec(text)
    const uncaught = heading ? null : UNCAUGHT.exec(text)
    if (heading)
      this.#draft = this.#run.add({
        title: (heading[1] ?? '').split(' ... '),
        file: heading[2] ?? null,
        line: Number(heading[3]),
      })
    else if (uncaught) this.#draft = this.#run.add({ title: ['uncaught error'], file: uncaught[1] ?? null })
    else if (this.#draft) this.#run.detail(this.#draft, text.replace(/^error: /, ''))
  }

  #named(text: string): void {
    const heading = HEADING.exec(text)
    if (!heading) return
    const title = (heading[1] ?? '').split(' ... ')
    const known = this.#run.drafts.some(
      draft => draft.title.join() === title.join() && draft.line === Number(heading[3]),
    )
    if (!known) this.#run.add({ title, file: heading[2] ?? null, line: Number(heading[3]) })
  }
}
