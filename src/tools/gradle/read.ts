import { type FailureDraft, FailureGatherer, numbered } from '../reading/gather.ts'
import type { FoundReading, LineReader, ReadContext, ReaderPlan } from '../reading/reader.ts'

export const gradle: ReaderPlan = {
  tool: 'gradle',
  starts: [
    '> Task :',
    ':test',
    ':compileJava',
    ':compileTestJava',
    'BUILD SUCCESSFUL in',
    'BUILD FAILED in',
    'Starting a Gradle Daemon',
  ],
  startsAfterNumber: ['tests', 'test'],
  create: context => new Gradle(context),
}

const FAILED = /^(\S.* > .+?) FAILED$/
const TOTAL = /^(\d+) tests? completed(?:, (\d+) failed)?(?:, (\d+) skipped)?$/
const SUMMARY = /^Results: (?:SUCCESS|FAILURE) \((.+)\)/
const TEST_TASK =
  /^(?:> Task )?(:(?:\S+:)?(?:test|integrationTest|check\w*Test)\w*)(?: (UP-TO-DATE|FROM-CACHE|NO-SOURCE|SKIPPED|FAILED))?/

class Gradle implements LineReader {
  readonly #run: FailureGatherer
  #draft: FailureDraft | null = null
  #totals: number[] | null = null
  #built = false
  #succeeded = false
  #tests = false
  #idle = false
  #nothing = false

  constructor(context: ReadContext) {
    this.#run = new FailureGatherer(context)
  }

  line(text: string): void {
    const failed = text.endsWith(' FAILED') ? FAILED.exec(text) : null
    if (failed && !text.startsWith('> Task')) {
      this.#fail(failed[1] ?? '')
      return
    }
    const total = TOTAL.exec(text) ?? (text.startsWith('Results: ') ? SUMMARY.exec(text) : null)
    if (total) {
      this.#total(total)
      return
    }
    const task = TEST_TASK.exec(text)
    if (task) {
      this.#tests = true
      if (task[2] && task[2] !== 'FAILED') this.#idle = true
      this.#draft = null
    } else if (/^BUILD (?:SUCCESSFUL|FAILED) in /.test(text)) {
      this.#built = true
      this.#succeeded = text.startsWith('BUILD SUCCESSFUL')
    } else if (/^> No tests found for given includes|did not discover any tests/.test(text)) this.#nothing = true
    else if (this.#draft) this.#detail(this.#draft, text)
  }

  end(): readonly FoundReading[] {
    if (!this.#built && !this.#totals && this.#run.drafts.length === 0) return []
    if (!this.#tests && !this.#totals && this.#run.drafts.length === 0) return []
    const [total = 0, failed = 0, skipped = 0] = this.#totals ?? []
    const zero = this.#nothing
    const counts = this.#totals || zero ? { passed: total - failed - skipped, failed, skipped, total } : null
    if (this.#idle && !this.#totals)
      this.#run.note('the test task was not executed: up to date, cached or without sources')
    if (this.#succeeded && !this.#totals && !this.#idle)
      this.#run.note('gradle prints no number of tests when all pass')
    const ran = !zero && !(this.#idle && !this.#totals) && (counts === null || total - skipped > 0)
    return [
      this.#run.tests('gradle', { counts, complete: this.#built, ran, weight: this.#built ? 'footer' : 'banner' }),
    ]
  }

  #fail(title: string): void {
    const parts = title.split(' > ')
    this.#draft = this.#run.add({ title: parts, rule: parts[0] ?? null })
  }

  #total([, total, failed, skipped]: RegExpExecArray): void {
    this.#draft = null
    const by = failed === undefined && /test/.test(total ?? '') ? numbered(total ?? '') : null
    const fresh = by
      ? [by.get('tests') ?? 0, by.get('failed') ?? 0, by.get('skipped') ?? 0]
      : [Number(total), Number(failed ?? 0), Number(skipped ?? 0)]
    this.#totals = fresh.map((number, at) => number + (this.#totals?.[at] ?? 0))
  }

  #detail(draft: FailureDraft, text: string): void {
    if (text.trim() === '' && draft.details.length > 0) {
      this.#draft = null
      return
    }
    const at = /(?: at |\()(\w+\.(?:java|kt|groovy|scala)):(\d+)\)?$/.exec(text)
    if (at && draft.line === null) {
      draft.file = at[1] ?? null
      draft.line = Number(at[2])
    }
    this.#run.detail(draft, text)
  }
}
