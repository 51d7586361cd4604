import { type FailureDraft, FailureGatherer } from '../reading/gather.ts'
import type { FoundReading, LineReader, ReadContext, ReaderPlan } from '../reading/reader.ts'

export const playwright: ReaderPlan = {
  tool: 'playwright',
  starts: ['Running ', 'Error: No tests found', '1) ', 'Error: ', 'SyntaxError: ', 'TypeError: '],
  create: context => new Playwright(context),
}

const BANNER = /^Running (\d+) tests? using (\d+) workers?(?:, shard .*)?$/
const ENTRY = /^ {2}\d+\) (?:\[[^\]]+\] › )?(\S+?):(\d+):\d+ › (.+?) [─═]*$/
const LISTED = /^ {4}(?:\[[^\]]+\] › )?(\S+?):(\d+):\d+ › (.+?) [─═]*$/
const TOTAL =
  /^ {2}(\d+) (failed|flaky|skipped|did not run|interrupted|passed|error was not a part of any test|errors were not a part of any test)\b(?: \([\d.]+[a-z]+\))?/

interface Listed {
  readonly title: string[]
  readonly file: string
  readonly line: number
}

class Playwright implements LineReader {
  readonly #context: ReadContext
  readonly #run: FailureGatherer
  #announced: number | null = null
  #blocks: FailureDraft[] = []
  #draft: FailureDraft | null = null
  #totals = new Map<string, number>()
  #listed: Listed[] = []
  #section: string | null = null
  #nothing = false
  #loading: FailureDraft | null = null

  constructor(context: ReadContext) {
    this.#context = context
    this.#run = new FailureGatherer(context)
  }

  line(text: string): void {
    const banner = text.startsWith('Running ') ? BANNER.exec(text) : null
    if (banner) {
      this.#announced = Number(banner[1])
      return
    }
    if (text.startsWith('Error: No tests found')) {
      this.#nothing = true
      this.#loading = null
      return
    }
    if (this.#numbered(text)) return
    const listed = this.#section === 'failed' || this.#section === 'interrupted' ? LISTED.exec(text) : null
    if (listed)
      this.#listed.push({ file: listed[1] ?? '', line: Number(listed[2]), title: (listed[3] ?? '').split(' › ') })
    else this.#other(text)
  }

  end(): readonly FoundReading[] {
    const of = (word: string): number => this.#totals.get(word) ?? 0
    if (this.#announced === null && !this.#nothing) return []
    const failed = of('failed') + of('interrupted')
    const skipped = of('skipped') + of('did not run')
    const passed = of('passed') + of('flaky')
    const counts = this.#nothing
      ? { passed: 0, failed: 0, skipped: 0, total: 0 }
      : this.#totals.size > 0
        ? { passed, failed, skipped, total: passed + failed + skipped }
        : null
    const listed = this.#listed.length
    this.#reconcile()
    if (of('flaky') > 0) this.#run.note(`${of('flaky')} flaky`)
    // A program may print two such lines; only the real ones add up to what was announced, and name what failed.
    const whole = passed + failed + skipped === this.#announced
    const complete = this.#nothing || (this.#totals.size > 0 && whole && listed >= failed)
    const primed = this.#context.primed.has('playwright')
    const weight = this.#announced !== null && complete ? 'footer' : primed ? 'banner' : 'hint'
    return [
      this.#run.tests('playwright', {
        counts,
        complete,
        ran: !this.#nothing && (counts === null || passed + failed > 0),
        weight,
      }),
    ]
  }

  // The list at the very end is the truth: a block may be about a test that passed when it was tried again.
  #reconcile(): void {
    if (this.#totals.size === 0) return
    const isListed = (draft: FailureDraft): Listed | undefined =>
      this.#listed.find(
        ({ file, line, title }) =>
          file === draft.rule &&
          line === Number(draft.message) &&
          draft.title.join(' › ').startsWith(title.join(' › ')),
      )
    for (const draft of this.#blocks) {
      const listed = isListed(draft)
      if (listed) {
        draft.title = listed.title
        this.#listed.splice(this.#listed.indexOf(listed), 1)
      } else this.#run.drafts.splice(this.#run.drafts.indexOf(draft), 1)
      draft.rule = null
      draft.message = null
    }
    for (const { title, file, line } of this.#listed) this.#run.add({ title, file, line })
    this.#blocks = []
  }

  #total(word: string, count: number): void {
    // Totals come in one run of lines; a program may print two of them, but then the last ones stand.
    if (word === 'failed' || this.#section === null) {
      this.#totals = new Map()
      this.#listed = []
    }
    this.#section = word
    this.#draft = null
    this.#totals.set(word, count)
  }

  #open(entry: RegExpExecArray): void {
    this.#section = null
    this.#totals = new Map()
    const [, file = '', line = '', title = ''] = entry
    this.#draft = this.#run.add({ title: title.split(' › '), file, rule: file, message: line })
    this.#blocks.push(this.#draft)
  }

  #numbered(text: string): boolean {
    const total = TOTAL.exec(text)
    const entry = total ? null : ENTRY.exec(text)
    if (total) this.#total(total[2] ?? '', Number(total[1]))
    else if (entry) this.#open(entry)
    return total !== null || entry !== null
  }

  #other(text: string): void {
    if (this.#draft) {
      if (/^ {4}(?:Retry #\d+ ─|Error Context:|attachment #)/.test(text)) return
      const at = /^\s+at (?:.* \()?(\S+?):(\d+):\d+\)?$/.exec(text)
      if (at?.[1]?.endsWith(this.#draft.file ?? '\0')) this.#draft.line ??= Number(at[2])
      this.#run.detail(this.#draft, text)
    } else if (this.#announced === null) this.#load(text)
  }

  // Before anything runs the files are loaded; what goes wrong there is printed bare.
  #load(text: string): void {
    if (/^(?:\w*Error): /.test(text)) {
      const file = /: (\/\S+?): /.exec(text)?.[1] ?? null
      this.#loading = this.#run.add({ title: ['could not be loaded'], file })
    } else if (this.#loading && /^ {3}at \S+:\d+$/.test(text)) {
      const [, file = '', line] = /at (\S+):(\d+)$/.exec(text) ?? []
      this.#loading.file = file
      this.#loading.line = Number(line)
      return
    }
    if (this.#loading) this.#run.detail(this.#loading, text)
  }
}
