import { type FailureDraft, FailureGatherer } from '../reading/gather.ts'
import { isFrame, isOwnFrame, placeIn } from '../reading/paths.ts'
import type { FoundReading, LineReader, ReadContext, ReaderPlan } from '../reading/reader.ts'
import type { TestCounts } from '../reading/reading.ts'

const NO_FILES = "The pattern provided (-P or --pattern) didn't match any files."

export const lab: ReaderPlan = {
  tool: 'lab',
  startsFor: ['lab'],
  starts: ['Failed tests:', 'Test script errors:', 'Error requiring file: ', NO_FILES],
  startsWhen: line => TOTALS.test(line),
  create: context => new Lab(context),
}

const TOTALS = /^(?:(\d+) of )?(\d+) tests (?:failed|complete)(?: \((\d+) skipped\))?$/
const ENTRY = /^ {2}(\d+)\) (.+):$/
/** A mark for each test, or with `--verbose` a line. */
const MARKS = /^ {2}[.x\-\d!]+|^ *[✔✖-] \d+\) /
const NOTHING: TestCounts = { passed: 0, failed: 0, skipped: 0, total: 0 }

/** Marks, then the errors of hooks, then the failures with a number each, then the totals and the duration. */
class Lab implements LineReader {
  readonly #context: ReadContext
  readonly #run: FailureGatherer
  #section: 'marks' | 'loading' | 'errors' | 'failures' | 'closed' = 'marks'
  #draft: FailureDraft | null = null
  #number = 0
  /** The values of a failed comparison come before its message: a heading, the values, and an empty line after each. */
  #emptyBeforeMessage = 0
  #hasMarks = false
  #totals: TestCounts | null = null
  #counts: TestCounts | null = null

  constructor(context: ReadContext) {
    this.#context = context
    this.#run = new FailureGatherer(context)
  }

  line(text: string): void {
    const totals = TOTALS.exec(text)
    if (totals) this.#totals = countsIn(totals)
    else if (text.startsWith('Test duration: ')) this.#close()
    else if (text === NO_FILES) this.#counts = NOTHING
    else if (text === 'Test script errors:') this.#begin('errors')
    else if (text === 'Failed tests:') this.#begin('failures')
    else if (text.startsWith('Error requiring file: ')) this.#load(text.slice(22))
    else this.#inside(text)
    if (!text.startsWith('Test duration: ') && !totals) this.#totals = null
  }

  end(): readonly FoundReading[] {
    const [counts, primed] = [this.#counts, this.#context.primed.has('lab')]
    const failed = this.#run.drafts.length > 0
    if (counts === null && !failed && !(primed && this.#hasMarks)) return []
    const complete = counts !== null
    const ran = complete ? counts.passed + counts.failed > 0 : this.#hasMarks
    const weight = complete || primed ? 'footer' : failed ? 'banner' : 'hint'
    return [this.#run.tests('lab', { counts, complete, ran, weight })]
  }

  #begin(section: 'errors' | 'failures'): void {
    this.#section = section
    this.#draft = null
  }

  /** A test can print a line like the totals, but the duration follows only the real ones. */
  #close(): void {
    if (this.#totals === null) return
    this.#counts = this.#totals
    this.#section = 'closed'
    this.#draft = null
  }

  #load(file: string): void {
    this.#section = 'loading'
    this.#draft = this.#run.add({ title: ['could not be loaded'], file })
  }

  #inside(text: string): void {
    if (this.#section === 'marks') this.#hasMarks ||= MARKS.test(text)
    else if (this.#section === 'closed') this.#afterTotals(text)
    else if (this.#section === 'errors') this.#scriptError(text)
    else if (this.#section === 'failures') this.#failure(text)
    else if (this.#draft) this.#detail(this.#draft, text)
  }

  /** Leaks and missing coverage make lab fail after all tests have passed. */
  #afterTotals(text: string): void {
    if (text.startsWith('The following leaks were detected: '))
      this.#run.add({ title: ['global leaks'], message: text })
    else if (/^Coverage: [\d.]+%/.test(text)) this.#run.note(text)
  }

  #scriptError(text: string): void {
    if (text === '' || /^There were \d+ test script error\(s\)\.$/.test(text)) this.#draft = null
    else {
      this.#draft ??= this.#run.add({ title: ['test script error'] })
      this.#detail(this.#draft, text)
    }
  }

  #failure(text: string): void {
    const [, number, title] = ENTRY.exec(text) ?? []
    if (title !== undefined && Number(number) > this.#number) {
      this.#number = Number(number)
      this.#emptyBeforeMessage = 0
      this.#draft = this.#run.add({ title: [title] })
    } else if (this.#draft && text.trim() === 'actual expected' && this.#draft.message === null)
      this.#emptyBeforeMessage = 2
    else if (this.#emptyBeforeMessage > 0) this.#emptyBeforeMessage -= text === '' ? 1 : 0
    else if (this.#draft) this.#detail(this.#draft, text)
  }

  #detail(draft: FailureDraft, text: string): void {
    const place = isFrame(text) || /^\S+\.[cm]?[jt]sx?:\d+$/.test(text) ? placeIn(text) : null
    if (draft.message === null && text.trim() !== '' && !place) draft.message = text.trim()
    this.#run.detail(draft, text)
    if (!place || !isOwnFrame(place.file)) return
    // The innermost frame may be in the code under test; the outermost own one is the test.
    if (this.#section !== 'loading') [draft.file, draft.line] = [place.file, place.line]
    else if (place.file === draft.file) draft.line ??= place.line
  }
}

function countsIn([, failures, tests, skips]: RegExpExecArray): TestCounts {
  const [failed, ran, skipped] = [Number(failures ?? 0), Number(tests), Number(skips ?? 0)]
  return { passed: ran - failed, failed, skipped, total: ran + skipped }
}
