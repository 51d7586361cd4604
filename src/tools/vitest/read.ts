import { type FailureDraft, FailureGatherer, numbered } from '../reading/gather.ts'
import type { FoundReading, LineReader, ReadContext, ReaderPlan } from '../reading/reader.ts'
import type { TestCounts } from '../reading/reading.ts'

export const vitest: ReaderPlan = {
  tool: 'vitest',
  starts: ['RUN  v', 'DEV  v', 'FAIL  ', 'Test Files  ', '⎯⎯', 'No test files found, exiting', '× ', '✗ '],
  create: context => new Vitest(context),
}

const FAIL = /^ ?FAIL {2}(?:\|[^|]+\| )?(.+)$/
const RULE = /^⎯+(?:\s*(.*?)\s*⎯+)?(?:\[\d+\/\d+\]⎯*)?$/
const VERBOSE = /^ [×✗] (?:\|[^|]+\| )?(\S+\.[cm]?[jt]sx?(?: > .+?)?)(?: \d+m?s)?$/
const SHORT = /^ {3,}[×✗] (.+?)(?: \d+m?s)?$/
const FILE = /^ [❯✓↓] (?:\|[^|]+\| )?(\S+\.[cm]?[jt]sx?) /

class Vitest implements LineReader {
  readonly #context: ReadContext
  #run: FailureGatherer
  #open: FailureDraft[] = []
  #sharing = false
  #unhandled = false
  #section = false
  #banner = false
  #nothing = false
  #counts: TestCounts | null = null
  #files = false
  #file: string | null = null
  #early: { title: string[]; file: string | null }[] = []
  #output = false
  readonly #found: FoundReading[] = []

  constructor(context: ReadContext) {
    this.#context = context
    this.#run = new FailureGatherer(context)
  }

  line(text: string): void {
    if (this.#output) {
      this.#output = text !== ''
      return
    }
    const rule = RULE.exec(text)
    const fail = FAIL.exec(text)?.[1]
    if (/^(?:stdout|stderr) \| /.test(text)) this.#output = true
    else if (rule) this.#rule(rule[1] ?? '')
    else if (fail !== undefined) this.#fail(fail)
    else if (!this.#closing(text)) this.#other(text)
  }

  end(): readonly FoundReading[] {
    if (this.#banner || this.#run.drafts.length > 0 || this.#counts || this.#nothing) this.#finish(false)
    return this.#found
  }

  #rule(words: string): void {
    this.#open = []
    this.#section =
      words === '' ? this.#section : /^(?:Failed (?:Tests|Suites|Typecheck)|Unhandled|Uncaught)/.test(words)
    if (/^(?:Uncaught Exception|Unhandled (?:Rejection|Error|Source Error))$/.test(words))
      this.#open = [this.#run.add({ title: [words] })]
    this.#unhandled = this.#open.length > 0
    this.#sharing = false
  }

  // Tests that failed with the same error are listed one after another above one description.
  #fail(words: string): void {
    const [file = '', ...title] = words.split(' > ')
    const suite = words.endsWith(' ]') ? /^(\S+) +\[ .+ \]$/.exec(words) : null
    if (!suite && title.length === 0) return
    if (!this.#sharing) this.#open = []
    this.#sharing = true
    this.#unhandled = false
    this.#open.push(
      suite
        ? this.#run.add({ title: ['Test suite failed to run'], file: suite[1] ?? null })
        : this.#run.add({ title, file }),
    )
  }

  #closing(text: string): boolean {
    if (/^\s*Test Files {2}/.test(text)) {
      this.#files = true
      this.#open = []
      return true
    }
    if (this.#files && /^\s*Tests {2}/.test(text)) {
      this.#counts = countsIn(text)
      return true
    }
    if (this.#counts && /^\s*Duration {2}/.test(text)) {
      this.#finish(true)
      return true
    }
    if (/^No test (?:files|suite) found/.test(text)) this.#nothing = true
    return false
  }

  #other(text: string): void {
    if (/^ (?:RUN|DEV) {2}v\d/.test(text)) {
      this.#banner = true
      return
    }
    if (this.#unhandled && /^This error originated in "(.+?)" test file/.test(text)) {
      const file = /"(.+?)"/.exec(text)?.[1] ?? null
      for (const draft of this.#open) draft.file = file
      return
    }
    const latest = this.#unhandled
      ? /^The latest test that might've caused the error is "(.+)"\./.exec(text)?.[1]
      : undefined
    if (latest !== undefined) {
      for (const draft of this.#open) draft.title = [latest]
      this.#open = []
    } else if (this.#open.length > 0) {
      if (text.trim() !== '') this.#sharing = false
      for (const draft of this.#open) this.#run.detail(draft, text)
    } else this.#progress(text)
  }

  #progress(text: string): void {
    const file = FILE.exec(text)?.[1]
    if (file) this.#file = file
    const verbose = VERBOSE.exec(text)?.[1]?.split(' > ')
    const short = verbose ? null : SHORT.exec(text)?.[1]
    if (this.#early.length > 2000) return
    if (verbose) this.#early.push({ file: verbose[0] ?? null, title: verbose.slice(1) })
    else if (short) this.#early.push({ file: this.#file, title: [short] })
  }

  #finish(closed: boolean): void {
    const counts = this.#nothing ? { passed: 0, failed: 0, skipped: 0, total: 0 } : this.#counts
    if (!closed && this.#run.drafts.length === 0)
      for (const { title, file } of this.#early) this.#run.add({ title, file })
    const complete = closed || this.#nothing
    const ran = !this.#nothing && (counts === null || counts.passed + counts.failed > 0 || this.#run.drafts.length > 0)
    const weight = complete ? 'footer' : this.#banner ? 'banner' : 'hint'
    this.#found.push(this.#run.tests('vitest', { counts, complete, ran, weight }))
    this.#run = new FailureGatherer(this.#context)
    this.#counts = null
    this.#files = false
    this.#nothing = false
    this.#banner = false
    this.#early = []
    this.#open = []
  }
}

function countsIn(text: string): TestCounts {
  const by = numbered(text)
  const passed = (by.get('passed') ?? 0) + (by.get('expected fail') ?? 0)
  const failed = by.get('failed') ?? 0
  const skipped = (by.get('skipped') ?? 0) + (by.get('todo') ?? 0)
  return { passed, failed, skipped, total: Number(/\((\d+)\)\s*$/.exec(text)?.[1] ?? passed + failed + skipped) }
}
