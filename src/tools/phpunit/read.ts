import { type FailureDraft, FailureGatherer, labelledNumbers } from '../reading/gather.ts'
import { isOwnFrame } from '../reading/paths.ts'
import type { FoundReading, LineReader, ReadContext, ReaderPlan } from '../reading/reader.ts'

export const phpunit: ReaderPlan = {
  tool: 'phpunit',
  starts: [
    'PHPUnit ',
    'OK (',
    'There was 1 ',
    'There were ',
    'No tests executed!',
    '##teamcity[',
    'PHP Fatal error',
    'PHP Parse error',
  ],
  create: context => new Phpunit(context),
}

const SECTION = /^There (?:was|were) (\d+) (.+?):$/
const ENTRY = /^(\d+)\) (.+)$/
const OK = /^OK \((\d+) tests?, \d+ assertions?\)$/
const TOTALS = /^Tests: \d+, Assertions: \d+/
const DOX = /^ ✘ (.+?)(?: \[[\d.]+ ms\])?$/
const FILE = /^(?:│ )?\s*(\/\S+\.php|[A-Za-z]:\\\S+\.php|\S+\.php):(\d+)$/

/** The arguments after a data set's name are not part of the test's identity. */
const titleOf = (words: string): string[] =>
  words.replace(/^(.* with data set (?:"[\s\S]*"|#\d+)) \(.*\)$/, '$1').split(/::(?=\w+(?: |$))/)

class Phpunit implements LineReader {
  readonly #context: ReadContext
  readonly #run: FailureGatherer
  /** The major version. */
  #banner: number | null = null
  #section: string | null = null
  #next = 1
  #draft: FailureDraft | null = null
  #totals: Map<string, number> | null = null
  #plainOk: number | null = null
  #nothing = false
  #verdict = false
  #dox: { group: string; drafts: FailureDraft[] } | null = null
  #fatal = false
  #city: { file: string; group: string } | null = null

  constructor(context: ReadContext) {
    this.#context = context
    this.#run = new FailureGatherer(context)
  }

  line(text: string): void {
    const version = /^PHPUnit (\d+)[\d.]* by /.exec(text)?.[1]
    if (version !== undefined) this.#banner = Number(version)
    else if (SECTION.test(text)) this.#open(SECTION.exec(text)?.[2] ?? '')
    else if (/^(?:No tests executed!|No tests found|Cannot open file ")/.test(text)) this.#nothing = true
    else if (/^(?:OK, but|ERRORS!|FAILURES!|WARNINGS!)/.test(text)) this.#verdict = true
    else if (this.#verdict && TOTALS.test(text)) this.#totals = labelledNumbers(text)
    else if (OK.test(text)) this.#plainOk = Number(OK.exec(text)?.[1])
    else if (text.includes(' error: ') && /^[.FEWRSI]*(?:PHP )?(?:Fatal|Parse) error: /.test(text)) this.#die(text)
    else if (text.startsWith('##teamcity[')) this.#teamcity(text)
    else if (this.#section !== null) this.#entry(text)
    else if (this.#banner !== null) this.#testdox(text)
  }

  end(): readonly FoundReading[] {
    const primed = this.#context.primed.has('phpunit')
    if (this.#banner === null && !primed && !this.#fatal && this.#plainOk === null && this.#totals === null) return []
    // The list of failures knows more than the tree above it; the tree is for runs that print no list.
    if (this.#dox && this.#run.drafts.length > this.#dox.drafts.length)
      for (const draft of this.#dox.drafts) this.#run.drafts.splice(this.#run.drafts.indexOf(draft), 1)
    const counts = this.#counts()
    const complete = counts !== null
    const weight = this.#banner === null ? 'hint' : complete ? 'footer' : 'banner'
    const warned =
      this.#totals !== null && (this.#totals.get('assertions') ?? 0) === 0 && (this.#totals.get('warnings') ?? 0) > 0
    const ran = counts === null || (counts.passed + counts.failed > 0 && !warned)
    return [this.#run.tests('phpunit', { counts, complete, ran, weight })]
  }

  #counts() {
    // A class without tests is a warning of its own beside the tests of others.
    if (this.#nothing && this.#totals === null) return { passed: 0, failed: 0, skipped: 0, total: 0 }
    const of = (word: string): number => this.#totals?.get(word) ?? 0
    if (this.#totals) {
      const failed = of('errors') + of('failures')
      const skipped = of('skipped') + of('incomplete')
      const total = of('tests')
      // Since version 10, a test that is risky or has a warning also passed or failed.
      const undecided = (this.#banner ?? 0) < 10 ? of('risky') + of('warnings') : 0
      return { passed: Math.max(0, total - failed - skipped - undecided), failed, skipped, total }
    }
    return this.#plainOk === null ? null : { passed: this.#plainOk, failed: 0, skipped: 0, total: this.#plainOk }
  }

  #open(words: string): void {
    this.#section = /^(?:errors?|failures?)$/.test(words) ? 'failures' : 'others'
    this.#next = 1
    this.#draft = null
  }

  #entry(text: string): void {
    const entry = ENTRY.exec(text)
    if (entry && Number(entry[1]) === this.#next) {
      this.#next += 1
      this.#draft = this.#section === 'failures' ? this.#run.add({ title: titleOf(entry[2] ?? '') }) : null
      return
    }
    this.#detail(text)
  }

  #detail(text: string): void {
    const draft = this.#draft
    if (!draft || text === '--') return
    const place = FILE.exec(text.trim())
    if (place && isOwnFrame(place[1] ?? '')) {
      draft.file = place[1] ?? null
      draft.line = Number(place[2])
    }
    this.#run.detail(draft, text)
  }

  #die(text: string): void {
    if (this.#fatal) return
    this.#fatal = true
    const place = / in (\S+\.php)(?: on line |:)(\d+)/.exec(text)
    this.#run.add({
      title: ['fatal error'],
      file: place?.[1] ?? null,
      line: place ? Number(place[2]) : null,
      message: text.replace(/^.*?PHP /, ''),
    })
  }

  #teamcity(text: string): void {
    const started = /testStarted name='(.+?)' locationHint='php_qn:\/\/(\S+?\.php)::\\?([\w\\]+)::/.exec(text)
    if (started) this.#city = { file: started[2] ?? '', group: started[3] ?? '' }
    const failed = /testFailed name='((?:[^'|]|\|.)*)' message='((?:[^'|]|\|.)*)' details='((?:[^'|]|\|.)*)'/.exec(text)
    if (!failed || /did not perform any assertions/.test(failed[2] ?? '')) return
    const plainly = (words = ''): string => words.replace(/\|n/g, '\n').replace(/\|(.)/g, '$1')
    const draft = this.#run.add({
      title: [this.#city?.group ?? '', plainly(failed[1])],
      file: this.#city?.file ?? null,
    })
    for (const line of [...plainly(failed[2]).split('\n'), ...plainly(failed[3]).split('\n')])
      this.#run.detail(draft, line)
  }

  #testdox(text: string): void {
    const failed = DOX.exec(text)?.[1]
    if (failed !== undefined) {
      this.#dox ??= { group: '', drafts: [] }
      this.#draft = this.#run.add({ title: [this.#dox.group, failed] })
      this.#dox.drafts.push(this.#draft)
    } else if (/^ {3}[│├┐┊┴┘]/.test(text)) this.#detail(text.replace(/^ {3}[│├┐┊┴┘]\s?/, ''))
    else if (/^\S[^()]*(?: \(.+\))?$/.test(text)) {
      this.#dox ??= { group: '', drafts: [] }
      this.#dox.group = text.trim()
      this.#draft = null
    }
  }
}
