import { FailureGatherer } from '../reading/gather.ts'
import { isOwnFrame, placeIn } from '../reading/paths.ts'
import type { FoundReading, LineReader, ReadContext, ReaderPlan } from '../reading/reader.ts'

export const bun: ReaderPlan = {
  tool: 'bun test',
  starts: ['bun test v', '(fail) ', '(pass) '],
  create: context => new Bun(context),
}

const FAILED = /^(?:\(fail\)|✗) (.+?)(?: \[[\d.]+m?s\])?$/
const MARK = /^\((?:pass|skip|todo)\) |^[✓»✎] /
const FILE = /^(\S.*\.[cm]?[jt]sx?):$/
const TOTAL = /^ ?(\d+) (pass|fail|skip|todo|errors?|filtered out|snapshots.*)$/
const RAN = /^Ran (\d+) tests? across \d+ files?\./

/** What went wrong stands above the line that names the test. */
class Bun implements LineReader {
  #run: FailureGatherer
  #file: string | null = null
  #above: string[] = []
  #between = 0
  #totals = new Map<string, number>()
  #ran: number | null = null
  #banner = false
  #nothing = false
  #repeating = false
  #marks = { fail: 0, pass: 0, skip: 0 }

  constructor(context: ReadContext) {
    this.#run = new FailureGatherer(context)
  }

  line(text: string): void {
    if (/^bun test v\d/.test(text)) this.#banner = true
    else if (/^\d+ tests (?:failed|skipped|todo):$/.test(text)) this.#repeating = true
    else if (FAILED.test(text)) this.#fail(FAILED.exec(text)?.[1] ?? '')
    else if (MARK.test(text)) this.#other(text)
    else if (FILE.test(text)) this.#enter(FILE.exec(text)?.[1] ?? null)
    else if (/^-{5,}$/.test(text) && this.#between > 0) this.#rule()
    else if (text.startsWith('# Unhandled error between tests')) this.#between = 1
    else if (TOTAL.test(text)) this.#total(TOTAL.exec(text))
    else if (RAN.test(text)) this.#ran = Number(RAN.exec(text)?.[1])
    else if (/matched 0 tests\.|had no matches$|^No tests found/.test(text)) this.#nothing = this.#banner
    else this.#inside(text)
  }

  end(): readonly FoundReading[] {
    if (!this.#banner && this.#ran === null) return []
    const of = (word: string): number => this.#totals.get(word) ?? 0
    const bailed = this.#totals.size === 0 && this.#ran !== null
    const failed = bailed ? this.#marks.fail : of('fail')
    const passed = bailed ? this.#marks.pass : of('pass')
    const skipped = bailed ? this.#marks.skip : of('skip') + of('todo')
    const counts = this.#nothing
      ? { passed: 0, failed: 0, skipped: 0, total: 0 }
      : this.#ran === null
        ? null
        : { passed, failed, skipped, total: this.#ran }
    const complete = this.#ran !== null || this.#nothing
    const ran = !this.#nothing && (counts === null || passed + failed > 0)
    return [
      this.#run.tests('bun test', { counts, complete, ran, weight: this.#banner && complete ? 'footer' : 'banner' }),
    ]
  }

  #fail(title: string): void {
    const above = this.#above
    this.#above = []
    if (this.#repeating) return
    this.#marks.fail += 1
    const draft = this.#run.add({ title: title.split(' > '), file: this.#file })
    for (const line of above) this.#run.detail(draft, line)
    const frames = above.filter(line => /^\s+at /.test(line)).map(placeIn)
    const own = frames.find(
      place => place !== null && isOwnFrame(place.file) && this.#file !== null && place.file.endsWith(this.#file),
    )
    if (own) draft.line = own.line
    if (above.length === 0) this.#lastEmpty = draft
  }

  #lastEmpty: ReturnType<FailureGatherer['add']> | null = null

  #other(text: string): void {
    this.#above = []
    if (this.#repeating) return
    if (text.startsWith('(pass)') || text.startsWith('✓')) this.#marks.pass += 1
    else this.#marks.skip += 1
  }

  #enter(file: string | null): void {
    this.#file = file
    this.#above = []
  }

  #rule(): void {
    if (this.#between === 1) {
      this.#between = 2
      this.#above = []
      return
    }
    this.#between = 0
    const draft = this.#run.add({ title: ['Unhandled error between tests'], file: this.#file })
    for (const line of this.#above) this.#run.detail(draft, line)
    this.#above = []
  }

  #total(found: RegExpExecArray | null): void {
    this.#above = []
    this.#totals.set(found?.[2] ?? '', Number(found?.[1] ?? 0))
  }

  #inside(text: string): void {
    if (this.#lastEmpty && /^ {2}\^ /.test(text)) this.#run.detail(this.#lastEmpty, text.replace(/^ {2}\^ /, ''))
    this.#lastEmpty = null
    this.#above.push(text)
    if (this.#above.length > 60) this.#above.shift()
  }
}
