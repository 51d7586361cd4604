import { type FailureDraft, FailureGatherer } from '../reading/gather.ts'
import { isFrame, isOwnFrame, placeIn } from '../reading/paths.ts'
import type { FoundReading, LineReader, ReadContext, ReaderPlan } from '../reading/reader.ts'
import { isOfTape } from './signs.ts'

export const tape: ReaderPlan = {
  tool: 'tape',
  startsFor: ['tape'],
  starts: ['TAP version 13'],
  create: context => new Tape(context),
}

const POINT = /^(not )?ok (\d+)(?: (.*))?$/
const DIRECTIVE = /(?:^| )# (SKIP|TODO)(?: (.*))?$/
const TOTAL = /^# (tests|pass|fail) {1,2}(\d+)$/
const VALUE = /^ {4}(expected|actual): +(.+)$/
const ERROR = /^\w*Error(?: \[\w+\])?: (.+)$/

/**
 * TAP 13 in which every assertion is a point, below a heading with the name of its test. The names of tests inside of tests, and
 * comments, are headings as well. Each process has its own version line, and totals at its end, which count assertions.
 */
class Tape implements LineReader {
  readonly #context: ReadContext
  readonly #run: FailureGatherer
  readonly #totals = { tests: 0, pass: 0, fail: 0 }
  #isOurs = false
  #begun = 0
  #ended = 0
  #points = 0
  #skipped = 0
  #last = 0
  #isPlanned = false
  #heading = ''
  /** A comment can look like the heading of a test that is still to do. The points of such a test say so, too. */
  #maybeTodo = false
  #draft: FailureDraft | null = null
  #diagnostic: 'none' | 'values' | 'stack' = 'none'
  /** The block below a label: `expected: |-`. */
  #label: string | null = null
  #hasPlace = false
  #death: { readonly file: string; readonly line: number } | null = null
  #hasDied = false

  constructor(context: ReadContext) {
    this.#context = context
    this.#run = new FailureGatherer(context)
  }

  line(text: string): void {
    this.#isOurs ||= isOfTape(text)
    const point = this.#diagnostic === 'none' ? POINT.exec(text) : null
    if (text === 'TAP version 13') this.#begin()
    else if (this.#diagnostic !== 'none') this.#inDiagnostic(text)
    else if (text === '  ---') this.#diagnostic = 'values'
    else if (point && Number(point[2]) > this.#last) this.#point(point)
    else if (/^1\.\.\d+$/.test(text)) this.#isPlanned = true
    else if (text.startsWith('# ')) this.#comment(text)
    else this.#outside(text)
  }

  end(): readonly FoundReading[] {
    const primed = this.#context.primed.has('tape')
    // A plan without totals of tape is the output of another tool.
    const isUnfinished = primed && !this.#isPlanned && (this.#begun > 0 || this.#hasDied)
    if (!this.#isOurs && !isUnfinished) return []
    const complete = this.#begun > 0 && this.#ended === this.#begun
    const { tests, pass, fail } = this.#totals
    const counts = { passed: pass, failed: fail, skipped: this.#skipped, total: tests + this.#skipped }
    const weight = complete || primed ? 'footer' : 'banner'
    const found = this.#run.tests('tape', { counts: complete ? counts : null, complete, ran: this.#points > 0, weight })
    return [{ ...found, insteadOf: ['tap'] }]
  }

  #begin(): void {
    this.#begun += 1
    this.#last = 0
    this.#isPlanned = false
    this.#heading = ''
    this.#draft = null
    this.#diagnostic = 'none'
  }

  #point([, bad, number, said = '']: RegExpExecArray): void {
    this.#last = Number(number)
    this.#points += 1
    const directive = DIRECTIVE.exec(said)
    // A test without a function fails with a text that looks like a directive.
    const isDirective = directive !== null && !(directive.index === 0 && directive[2] === this.#heading)
    if (isDirective && this.#maybeTodo) this.#skipped += 1
    this.#maybeTodo = false
    this.#draft = bad && !isDirective ? this.#run.add({ title: [this.#heading], message: said }) : null
  }

  #comment(text: string): void {
    this.#draft = null
    const total = this.#isPlanned ? TOTAL.exec(text) : null
    if (total) this.#totals[total[1] as 'tests' | 'pass' | 'fail'] += Number(total[2])
    if (this.#isPlanned && (text === '# ok' || total?.[1] === 'fail')) this.#ended += 1
    if (this.#isPlanned) return
    const [, mark, name = ''] = /^# (SKIP |TODO )?(.*)$/.exec(text) ?? []
    if (mark === 'SKIP ') this.#skipped += 1
    this.#maybeTodo = mark === 'TODO '
    this.#heading = name
  }

  #inDiagnostic(text: string): void {
    const draft = this.#draft
    if (text === '  ...') this.#close()
    else if (text === '    stack: |-') [this.#diagnostic, this.#hasPlace] = ['stack', false]
    else if (this.#diagnostic === 'stack') this.#frame(draft, text.trim())
    else this.#value(draft, text)
  }

  #close(): void {
    this.#diagnostic = 'none'
    this.#label = null
  }

  #value(draft: FailureDraft | null, text: string): void {
    const [, label, value] = VALUE.exec(text) ?? []
    if (label !== undefined && value === '|-') this.#label = label
    else if (label !== undefined) this.#run.detail(draft, `${label}: ${value}`)
    else if (this.#label !== null && text.startsWith('      ')) {
      this.#run.detail(draft, `${this.#label}: ${text.trim()}`)
      this.#label = null
    }
  }

  /** The innermost frame may be in the code under test; the last own one before tape runs the test is in the test. */
  #frame(draft: FailureDraft | null, text: string): void {
    this.#run.detail(draft, text)
    // What was thrown says more than "should not throw".
    if (draft && this.#diagnostic === 'stack' && ERROR.test(text) && text !== `Error: ${draft.message}`)
      draft.message = text
    if (/^at Test\.(?:run|bound \[as run\])/.test(text)) this.#hasPlace = true
    const place = isFrame(text) ? placeIn(text) : null
    if (draft && place && isOwnFrame(place.file) && !this.#hasPlace) [draft.file, draft.line] = [place.file, place.line]
  }

  /** An error that no test catches ends the process: its place, and then its stack. */
  #outside(text: string): void {
    if (this.#hasDied) {
      if (this.#draft) this.#frame(this.#draft, text.trim())
      if (text === '') this.#draft = null
      return
    }
    if (/^\S.*\.[cm]?[jt]sx?:\d+$/.test(text)) this.#death = placeIn(text)
    const message = ERROR.exec(text)?.[1]
    const isAnnounced = this.#death !== null || /^Error \[ERR_MODULE_NOT_FOUND\]/.test(text)
    if (message === undefined || !isAnnounced || this.#isPlanned) return
    this.#hasDied = true
    this.#hasPlace = false
    const imported = / imported from (?:file:\/\/)?(\/\S+)$/.exec(message)?.[1]
    const place = { file: imported ?? this.#death?.file ?? null, line: imported ? null : (this.#death?.line ?? null) }
    this.#draft = this.#run.add({ title: [this.#heading || 'uncaught error'], message, ...place })
  }
}
