import { type FailureDraft, FailureGatherer, labelledNumbers } from '../reading/gather.ts'
import { placeIn } from '../reading/paths.ts'
import type { FoundReading, LineReader, ReadContext, ReaderPlan } from '../reading/reader.ts'

export const unittest: ReaderPlan = {
  tool: 'unittest',
  starts: [
    'test_',
    '======================================================================',
    'Ran ',
    '----------------------------------------------------------------------',
  ],
  create: context => new Unittest(context),
}

const DOUBLE = '='.repeat(70)
const SINGLE = '-'.repeat(70)
const HEADING = /^(FAIL|ERROR|UNEXPECTED SUCCESS): (\S+) \(([\w.<>]+)\)(.*)$/
const RAN = /^Ran (\d+) tests? in [\d.]+s$/
const VERDICT = /^(OK|FAILED|NO TESTS RAN)(?: \((.+)\))?$/

class Unittest implements LineReader {
  readonly #context: ReadContext
  #run: FailureGatherer
  #previous = ''
  #draft: FailureDraft | null = null
  #method = ''
  #head = false
  #ran: number | null = null
  #blocks = 0
  #ok = 0
  readonly #found: FoundReading[] = []

  constructor(context: ReadContext) {
    this.#context = context
    this.#run = new FailureGatherer(context)
  }

  line(text: string): void {
    const previous = this.#previous
    if (/^[.FEsxu]+$/.test(text)) this.#ok += text.replace(/[^.]/g, '').length
    else if (text.endsWith(' ... ok')) this.#ok += 1
    if (text !== '') this.#previous = text
    const heading = previous === DOUBLE ? HEADING.exec(text) : null
    if (heading) {
      this.#open(heading)
      return
    }
    if (text === DOUBLE) {
      this.#draft = null
      return
    }
    const ran = previous === SINGLE ? RAN.exec(text) : null
    if (ran) {
      this.#ran = Number(ran[1])
      this.#draft = null
      return
    }
    if (this.#ran !== null && VERDICT.test(text)) {
      this.#finish(VERDICT.exec(text)?.[2] ?? '')
      return
    }
    if (this.#draft) this.#inBlock(text)
  }

  end(): readonly FoundReading[] {
    if (this.#blocks > 0)
      this.#found.push(this.#run.tests('unittest', { counts: null, complete: false, ran: true, weight: 'banner' }))
    return this.#found
  }

  #open([, kind, name = '', where = '', params = '']: RegExpExecArray): void {
    this.#blocks += 1
    // From 3.11 the method is repeated in the parentheses; before, only the class stands there.
    const parts = where.split('.').filter(part => part !== '')
    if (parts.at(-1) === name) parts.pop()
    const loading = where.includes('_FailedTest')
    const className = parts.at(-1) ?? ''
    this.#method = name
    this.#head = true
    this.#draft = this.#run.add({ title: [className, `${name}${params.trim() === '' ? '' : ` ${params.trim()}`}`] })
    if (kind === 'UNEXPECTED SUCCESS') this.#draft.message = 'unexpected success'
    const module = loading ? name : parts.slice(0, -1).join('/')
    this.#draft.file = module === '' || module === '__main__' ? null : `${module}.py`
  }

  #inBlock(text: string): void {
    if (this.#head) {
      // A docstring may stand between the heading and the rule.
      if (text === SINGLE) this.#head = false
      return
    }
    const place = text.includes('File "') ? placeIn(text) : null
    const draft = this.#draft
    if (!draft) return
    if (place && (text.endsWith(`in ${this.#method}`) || (draft.file && place.file.endsWith(`/${draft.file}`)))) {
      draft.file = place.file
      draft.line = text.endsWith(`in ${this.#method}`) ? place.line : (draft.line ?? place.line)
    }
    // Python prints the deepest frame last; what is explained first should be what was raised.
    if (
      /^\S/.test(text) &&
      !text.startsWith('Traceback') &&
      !/^[-+?] |^ImportError: Failed to import test module/.test(text)
    )
      this.#run.raised(draft, text)
    else this.#run.detail(draft, text)
  }

  #finish(words: string): void {
    const by = labelledNumbers(words)
    const total = this.#ran ?? 0
    const failed = (by.get('failures') ?? 0) + (by.get('errors') ?? 0) + (by.get('unexpected successes') ?? 0)
    const skipped = (by.get('skipped') ?? 0) + (by.get('expected failures') ?? 0)
    // Subtests fail on their own and hooks are no tests, so what is left over may be less than what passed.
    const passed = Math.max(0, total - failed - skipped, Math.min(this.#ok, total))
    const counts = { passed, failed, skipped, total }
    this.#found.push(this.#run.tests('unittest', { counts, complete: true, ran: total > skipped, weight: 'footer' }))
    this.#run = new FailureGatherer(this.#context)
    this.#ran = null
    this.#draft = null
    this.#blocks = 0
    this.#ok = 0
  }
}
