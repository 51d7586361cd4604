import { type FailureDraft, FailureGatherer, labelledNumbers } from '../reading/gather.ts'
import { placeIn } from '../reading/paths.ts'
import type { FoundReading, LineReader, ReadContext, ReaderPlan } from '../reading/reader.ts'
import type { TestCounts } from '../reading/reading.ts'

/** `dotnet test`: VSTest's console logger, the terminal logger, and the Microsoft Testing Platform. */
export const dotnet: ReaderPlan = {
  tool: 'dotnet test',
  starts: [
    'Test run for ',
    'Failed ',
    'Failed!',
    'Passed!',
    'Test summary: ',
    'Total tests: ',
    'Test run summary: ',
    'No test matches the given',
    'No test is available',
    '[xUnit.net ',
    'failed ',
  ],
  create: context => new Dotnet(context),
}

const FAILED = /^ {2}Failed (\S.*?) \[(?:< )?[\d.,]+ (?:ms|s|m|h)[^\]]*\]$/
const PLATFORM = /^failed (\S.*?) \(\d[^)]*\)$/
const XUNIT = /^\[xUnit\.net [\d:.]+\]\s+(\S.*) \[FAIL\]$/
const RESULT = /^(?:Passed|Failed|Skipped)!\s+- (Failed:\s+\d+, Passed:\s+\d+, Skipped:\s+\d+, Total:\s+\d+)/

class Dotnet implements LineReader {
  readonly #run: FailureGatherer
  #draft: FailureDraft | null = null
  #counts: TestCounts | null = null
  #listed: Map<string, number> | null = null
  #xunit: string[] = []
  #started = false
  #nothing = false

  constructor(context: ReadContext) {
    this.#run = new FailureGatherer(context)
  }

  line(text: string): void {
    const failed =
      (text.startsWith('  Failed ') ? FAILED.exec(text) : null) ??
      (text.startsWith('failed ') ? PLATFORM.exec(text) : null)
    if (failed) {
      this.#draft = this.#run.add({ title: [failed[1] ?? ''] })
      return
    }
    const xunit = text.startsWith('[xUnit') ? XUNIT.exec(text)?.[1] : undefined
    if (xunit) this.#xunit.push(xunit)
    else if (RESULT.test(text)) this.#add(labelledNumbers(RESULT.exec(text)?.[1] ?? ''), 'passed')
    else if (/^Test summary: total: /.test(text))
      this.#add(labelledNumbers(text.slice('Test summary: '.length)), 'succeeded')
    else if (/^Total tests: \d+|^Test run summary: /.test(text)) this.#listed = labelledNumbers(text)
    else if (this.#listed && /^\s+\w+: \d+/.test(text))
      for (const [word, count] of labelledNumbers(text)) this.#listed.set(word, count)
    else if (text.startsWith('Test run for ')) this.#started = true
    else if (/^No test (?:matches the given|is available)/.test(text)) this.#nothing = true
    else if (this.#draft) this.#detail(this.#draft, text)
  }

  end(): readonly FoundReading[] {
    if (this.#listed && !this.#counts) {
      const by = this.#listed
      if (!by.has('total')) by.set('total', by.get('total tests') ?? 0)
      this.#add(by, by.has('succeeded') ? 'succeeded' : 'passed')
    }
    if (!this.#counts && !this.#started && !this.#nothing && this.#run.drafts.length === 0) return []
    for (const name of this.#xunit)
      if (!this.#run.drafts.some(({ title }) => title[0] === name)) this.#run.add({ title: [name] })
    const counts = this.#counts ?? (this.#nothing ? { passed: 0, failed: 0, skipped: 0, total: 0 } : null)
    const ran = counts === null ? true : counts.passed + counts.failed > 0
    return [
      this.#run.tests('dotnet test', { counts, complete: counts !== null, ran, weight: counts ? 'footer' : 'banner' }),
    ]
  }

  // One line per test assembly.
  #add(by: Map<string, number>, passed: string): void {
    this.#draft = null
    const before = this.#counts ?? { passed: 0, failed: 0, skipped: 0, total: 0 }
    const of = (word: string): number => by.get(word) ?? 0
    this.#counts = {
      passed: before.passed + of(passed),
      failed: before.failed + of('failed'),
      skipped: before.skipped + of('skipped'),
      total: before.total + of('total'),
    }
  }

  #detail(draft: FailureDraft, text: string): void {
    if (/^ {2}(?:Skipped|Passed) /.test(text)) {
      this.#draft = null
      return
    }
    if (/^\s*(?:Error Message|Stack Trace):$/.test(text)) return
    const place = / in .+:line \d+$/.test(text) ? placeIn(text) : null
    // The last frame with a source line is the test.
    if (place) {
      draft.file = place.file
      draft.line = place.line
    }
    this.#run.detail(draft, text)
  }
}
