import { type FailureDraft, FailureGatherer, indentOf, numbered } from '../reading/gather.ts'
import { Leap } from '../reading/leap.ts'
import type { FoundReading, LineReader, Owned, ReadContext, ReaderPlan } from '../reading/reader.ts'
import type { TestCounts } from '../reading/reading.ts'
import { standsAt, Words } from '../reading/words.ts'

export const vitest: ReaderPlan = {
  tool: 'vitest',
  wakes: ['RUN  v', 'DEV  v', 'FAIL  ', 'Test Files  ', '⎯⎯', 'No test files found, exiting', '× ', '✗ '],
  heeds: { first: 'sFTDNR·' },
  create: context => new Vitest(context),
}

const FAIL = /^ ?FAIL {2}(?:\|[^|]+\| )?(.+)$/
const RULE = /^⎯+(?:\s*(.*?)\s*⎯+)?(?:\[\d+\/\d+\]⎯*)?$/
// Between two failures; there is one for each.
const BETWEEN = /^⎯+\[\d+\/\d+\]⎯*$/
const VERBOSE = /^ [×✗] (?:\|[^|]+\| )?(\S+\.[cm]?[jt]sx?(?: > .+?)?)(?: \d+m?s)?$/
const SHORT = /^ {3,}[×✗] (.+?)(?: \d+m?s)?$/
const FILE = /^ [❯✓↓] (?:\|[^|]+\| )?(\S+\.[cm]?[jt]sx?) /

const [D, F, N, R, T, SMALL_S, SLASH, OPEN, CLOSE, BAR] = [68, 70, 78, 82, 84, 115, 47, 91, 93, 0x23af]
const [PLUS, DASH, POINTER] = [43, 45, 0x276f]

/** The same as the expression says, seen from the end. */
function isBetween(text: string, from: number, to: number): boolean {
  let at = to - 1
  while (at > from && text.charCodeAt(at) === BAR) at -= 1
  if (text.charCodeAt(at) !== CLOSE) return false
  const slash = beforeDigits(text, at - 1)
  const open = text.charCodeAt(slash) === SLASH ? beforeDigits(text, slash - 1) : -1
  if (open === -1 || text.charCodeAt(open) !== OPEN || at - slash < 2 || slash - open < 2) return false
  for (at = open - 1; at >= from; at--) if (text.charCodeAt(at) !== BAR) return false
  return open > from
}

function beforeDigits(text: string, from: number): number {
  let at = from
  while (text.charCodeAt(at) >= 48 && text.charCodeAt(at) <= 57) at -= 1
  return at
}

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
  /** Among the lines of a failure that is only counted: its first line says why, and what follows is shown below that. */
  #passing: 'titles' | 'details' | null = null
  readonly #titles = new Words([' > '])
  readonly #found: FoundReading[] = []

  readonly #leap = new Leap({ lead: ' ', head: 'FAIL  ', breaks: ['Test F', 'Tests ', 'Failed', 'Unhand', 'Uncaug'] })

  constructor(context: ReadContext) {
    this.#context = context
    this.#run = new FailureGatherer(context)
  }

  get busy(): boolean {
    return this.#output || this.#sharing || this.#unhandled || this.#open.some(draft => this.#run.wants(draft))
  }

  // Past what is kept, failures are counted, and what parts them and the lines of progress say nothing more.
  skim(text: string, from: number, to: number, indent: number): boolean {
    if (!this.#run.full || this.#open.length > 0 || this.busy) return false
    const begin = from + indent
    const first = text.charCodeAt(begin)
    if (first === F) {
      if (indent > 1 || !text.startsWith('FAIL  ', begin)) return true
      return this.#titles.within(text, from, to) && this.#run.passOver()
    }
    if (first === BAR) return indent > 0 || isBetween(text, from, to)
    return first > 127 || (first === SMALL_S && !text.startsWith('std', begin))
  }

  get sated(): boolean {
    return this.#run.full && this.#open.length === 0 && !this.busy
  }

  leap(text: string, to: number): number {
    return this.#leap.from(text, to)
  }

  interrupted(): void {
    this.#passing = null
  }

  owns(text: string, from: number, to: number, indent: number): Owned {
    this.#passing = this.#passed(text, from, to, indent)
    return this.#passing === 'titles' ? 'failure' : this.#passing && 'part'
  }

  #passed(text: string, from: number, to: number, indent: number): 'titles' | 'details' | null {
    const begin = from + indent
    const first = text.charCodeAt(begin)
    if (first === F && indent < 2 && standsAt(text, begin, 'FAIL  '))
      return this.#titles.within(text, from, to) && this.#run.passOver() ? 'titles' : null
    if (this.#passing === 'titles') return first === BAR ? null : 'details'
    if (this.#passing === null) return null
    if (first === BAR) return isBetween(text, from, to) ? 'details' : null
    return indent > 1 || first === DASH || first === PLUS || first === POINTER ? 'details' : null
  }

  line(text: string): void {
    if (this.#output) {
      this.#output = text !== ''
      return
    }
    const indent = indentOf(text)
    const first = text.charCodeAt(indent)
    if (first === SMALL_S && /^(?:stdout|stderr) \| /.test(text)) this.#output = true
    else if (first === BAR && BETWEEN.test(text)) this.#rule('')
    else if (first === BAR && RULE.test(text)) this.#rule(RULE.exec(text)?.[1] ?? '')
    else if (first === F && indent < 2 && text.startsWith('FAIL  ', indent)) this.#fail(FAIL.exec(text)?.[1] ?? '')
    else if ((first !== T && first !== D && first !== N) || !this.#closing(text)) this.#other(text, first)
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
    if (words.includes(' > ') && this.#run.passOver()) {
      if (!this.#sharing) this.#open = []
      return
    }
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

  #other(text: string, first: number): void {
    if ((first === R || first === D) && /^ (?:RUN|DEV) {2}v\d/.test(text)) {
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
    } else if (first > 127) this.#progress(text)
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
