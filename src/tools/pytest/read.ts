import { type FailureDraft, FailureGatherer, MAX_FAILURES } from '../reading/gather.ts'
import type { FoundReading, LineReader, ReadContext, ReaderPlan } from '../reading/reader.ts'
import type { TestCounts } from '../reading/reading.ts'
import { byHeading, headings, type PytestBlock, wanted } from './blocks.ts'
import { cut, nodeParts } from './ids.ts'

export const pytest: ReaderPlan = {
  tool: 'pytest',
  starts: ['=====', '_____', 'FAILED ', 'ERROR ', 'no tests ran in', '[gw', 'pytest: error:', 'ERROR: '],
  startsAfterNumber: ['passed', 'failed', 'error', 'errors', 'skipped', 'deselected', 'xfailed', 'xpassed'],
  create: context => new Pytest(context),
}

const FOOTER =
  /^(?:=+ )?((?:\d+ (?:failed|passed|skipped|xfailed|xpassed|errors?|deselected|warnings?|rerun|subtests passed)(?:, )?)+|no tests ran) in [\d.]+s(?: \(\d+:\d+:\d+\))?(?: =+)?$/
const SECTION = /^=+ (.+?) =+$/
const BLOCK = /^_{3,} (.+?) _{3,}$/
const VERBOSE =
  /^(?:\[gw\d+\] \[ *\d+%\] )?(?:(FAILED|ERROR) (\S+::.+?)|(\S+::.+?) (FAILED|ERROR)(?: .*?)?(?: +\[ *\d+%\])?)\s*$/
const CAPTURED = /^-+ Captured (?:stdout|stderr|log) \w+ -+$/

const MAX_WHOLE = 200

/** What was wrong, or where. */
const saysMost = (text: string): boolean => text.startsWith('E  ') || /^\S+\.py:\d+: /.test(text)

class Pytest implements LineReader {
  readonly #context: ReadContext
  #run: FailureGatherer
  #section = ''
  #banner = false
  #blocks: PytestBlock[] = []
  #block: PytestBlock | null = null
  #captured = false
  #summary: { nodeId: string; error: boolean }[] = []
  #verbose: { nodeId: string; error: boolean }[] = []
  #counts: (TestCounts & { ran: boolean }) | null = null
  #trouble = false
  #collected: number | null = null
  #doubtful = false
  #fatal: { title: string; draft: FailureDraft | null } | null = null
  readonly #found: FoundReading[] = []

  constructor(context: ReadContext) {
    this.#context = context
    this.#run = new FailureGatherer(context)
  }

  line(text: string): void {
    if (text.length > 400) return
    if (this.#doubtful && text !== '') {
      this.#counts = null
      this.#doubtful = false
    }
    if (text.includes('Fatal Python error: ') || /^\++ Timeout \++$/.test(text))
      this.#fatal ??= { title: text.replace(/^.*(?=Fatal)|^\++ | \++$/g, ''), draft: null }
    else if (this.#fatal && this.#fatal.draft === null) this.#died(this.#fatal, text)
    const footer = FOOTER.exec(text)?.[1]
    if (footer !== undefined) {
      this.#closing(footer)
      return
    }
    if (/^[=!]/.test(text) && this.#ruled(text)) return
    if (text.startsWith('collected '))
      this.#collected =
        Number(/^collected (\d+) items?(?: \/ \d+ deselected.*)?$/.exec(text)?.[1] ?? Number.NaN) || null
    if (this.#section === 'summary') this.#summarized(text)
    else if (this.#section === 'blocks') this.#inBlocks(text)
    else if (text.includes('::') && this.#summary.length + this.#verbose.length < MAX_FAILURES) this.#progress(text)
    else if (text.startsWith('ERROR: ') || text.startsWith('pytest: error: ')) this.#complaint(text)
  }

  end(): readonly FoundReading[] {
    if (this.#banner || this.#counts || this.#blocks.length > 0 || this.#summary.length > 0) this.#finish()
    else if (this.#context.primed.has('pytest') && this.#trouble)
      this.#found.push(this.#run.tests('pytest', { counts: null, complete: false, ran: false, weight: 'banner' }))
    return this.#found
  }

  #ruled(text: string): boolean {
    const section = SECTION.exec(text)?.[1]
    if (section === undefined) return text.startsWith('!')
    if (section === 'test session starts') {
      if (this.#banner && this.#counts) this.#finish()
      this.#banner = true
      this.#section = ''
    } else if (section === 'short test summary info') this.#section = 'summary'
    else if (section === 'FAILURES' || section === 'ERRORS') this.#section = 'blocks'
    else if (/^(?:warnings summary|PASSES|XFAILURES|XPASSES|slowest|\d+ slowest|tests coverage|rerun)/.test(section))
      this.#section = 'other'
    else return false
    this.#block = null
    return true
  }

  #closing(words: string): void {
    const of = (word: RegExp): number => Number(word.exec(words)?.[1] ?? 0)
    const failed = of(/(\d+) failed/) + of(/(\d+) errors?/)
    const passed = of(/(\d+) passed/) + of(/(\d+) xpassed/)
    const skipped = of(/(\d+) skipped/) + of(/(\d+) xfailed/)
    // A test whose teardown breaks has passed and failed; it is still one test.
    const all = passed + failed + skipped
    const total = Math.max(all - of(/(\d+) errors?/), Math.min(all, this.#collected ?? all))
    this.#counts = { passed, failed, skipped, total, ran: total - skipped > 0 }
    // Inside captured output it may be a test's own words; then it ends the run only if it adds up.
    this.#doubtful = this.#section === 'blocks' && this.#captured && all !== this.#collected
    if (!this.#doubtful && (!words.includes('failed') || this.#summary.length > 0)) this.#section = ''
  }

  #summarized(text: string): void {
    const found = /^(FAILED|ERROR) (\S.*)$/.exec(text)
    if (found && this.#summary.length < MAX_FAILURES)
      this.#summary.push({ nodeId: found[2] ?? '', error: found[1] === 'ERROR' })
  }

  #inBlocks(text: string): void {
    const heading = text.startsWith('___') ? BLOCK.exec(text)?.[1] : undefined
    if (heading !== undefined) {
      this.#block = this.#blocks.length < MAX_FAILURES ? { heading, details: [] } : null
      if (this.#block) this.#blocks.push(this.#block)
      this.#captured = false
      return
    }
    if (text.startsWith('-') && CAPTURED.test(text)) this.#captured = true
    if (!this.#block || this.#captured) return
    // Past the first blocks only the lines that say most are kept.
    const whole = this.#blocks.length <= MAX_WHOLE
    const { details } = this.#block
    if (whole ? details.length < 120 : details.length < 3 && saysMost(text)) details.push(text)
  }

  #progress(text: string): void {
    const found = VERBOSE.exec(text)
    if (found) this.#verbose.push({ nodeId: found[2] ?? found[3] ?? '', error: (found[1] ?? found[4]) === 'ERROR' })
  }

  // The interpreter itself went down, or was taken down; the stack names the test.
  #died(fatal: { title: string; draft: FailureDraft | null }, text: string): void {
    const frame = /^ {2}File "(.+)", line (\d+),? in (test\w*)$/.exec(text)
    if (!frame) return
    fatal.draft = this.#run.add({
      title: [frame[3] ?? ''],
      file: frame[1] ?? null,
      line: Number(frame[2]),
      message: fatal.title,
      family: /timeout/i.test(fatal.title) ? 'timeout' : 'crash',
    })
  }

  #complaint(text: string): void {
    this.#trouble = true
    this.#run.note(text.replace(/^ERROR: (?=\w)/, ''))
  }

  #finish(): void {
    const named = this.#summary.length > 0 ? this.#summary : this.#verbose
    const blocks = byHeading(this.#blocks)
    for (const { nodeId, error } of named) this.#named(nodeId, error, blocks)
    if (named.length === 0) for (const block of this.#blocks) this.#unnamed(block)
    const counts = this.#counts && {
      passed: this.#counts.passed,
      failed: this.#counts.failed,
      skipped: this.#counts.skipped,
      total: this.#counts.total,
    }
    const complete = counts !== null && !this.#doubtful
    const weight = complete ? 'footer' : this.#banner ? 'banner' : 'hint'
    this.#found.push(this.#run.tests('pytest', { counts, complete, ran: this.#counts?.ran ?? true, weight }))
    this.#run = new FailureGatherer(this.#context)
    this.#counts = null
    this.#blocks = []
    this.#summary = []
    this.#verbose = []
    this.#banner = false
  }

  #named(text: string, error: boolean, blocks: Map<string, PytestBlock[]>): void {
    const { nodeId, message } = cut(text)
    const [file = '', ...title] = nodeParts(nodeId)
    const heading = title.join('.')
    const block = headings(heading, error ? file : null)
      .map(one => blocks.get(one)?.shift())
      .find(one => one !== undefined)
    const draft = this.#run.add({ title: title.length > 0 ? title : ['collection'], file })
    for (const line of wanted(block?.details ?? [])) this.#run.detail(draft, line)
    if (draft.details.length === 0 && message) this.#run.detail(draft, message)
  }

  #unnamed(block: PytestBlock): void {
    const collecting = /^ERROR collecting (.+)$/.exec(block.heading)?.[1]
    const name = block.heading.replace(/^ERROR at (?:setup|teardown) of /, '')
    const draft = this.#run.add(collecting ? { title: ['collection'], file: collecting } : { title: name.split('.') })
    for (const line of wanted(block.details)) this.#run.detail(draft, line)
    const file = block.details.map(line => /^(\S+\.py):(\d+):/.exec(line)).find(found => found !== null)
    if (file && !collecting) draft.file = file[1] ?? null
  }
}
