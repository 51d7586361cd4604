import { type FailureDraft, FailureGatherer, numbered } from '../reading/gather.ts'
import type { FoundReading, LineReader, ReadContext, ReaderPlan } from '../reading/reader.ts'

export const nextest: ReaderPlan = {
  tool: 'nextest',
  starts: ['Nextest run ID', 'Summary [', 'FAIL [', 'TIMEOUT [', 'SIGABRT [', 'SIGSEGV ['],
  create: context => new Nextest(context),
}

const STATUS =
  /^\s+(?:TRY \d+ )?(FAIL|TIMEOUT|ABORT|SIG[A-Z]+|LEAK-FAIL|PASS|FLAKY|SLOW|LEAK) +(?:\d+\/\d+ )?\[[> ]*[\d.]+s\] (?:\( *\d+\/\d+\) )?(\S+) (.+)$/
const SUMMARY = /^\s+Summary \[\s*[\d.]+s\] (\d+)(?:\/\d+)? tests? run: (.+)$/

class Nextest implements LineReader {
  readonly #run: FailureGatherer
  readonly #failed = new Map<string, FailureDraft>()
  #draft: FailureDraft | null = null
  #summary: { total: number; by: Map<string, number> } | null = null
  #banner = false

  constructor(context: ReadContext) {
    this.#run = new FailureGatherer(context)
  }

  line(text: string): void {
    if (text.includes('Nextest run ID')) this.#banner = true
    const summary = text.includes('Summary [') ? SUMMARY.exec(text) : null
    if (summary) {
      this.#summary = { total: Number(summary[1]), by: numbered(summary[2] ?? '') }
      this.#draft = null
      return
    }
    const status = text.includes('s] ') ? STATUS.exec(text) : null
    if (status) {
      this.#status(status)
      return
    }
    if (this.#draft) this.#detail(this.#draft, text)
  }

  end(): readonly FoundReading[] {
    if (!this.#banner && !this.#summary) return []
    const of = (word: string): number => this.#summary?.by.get(word) ?? 0
    const failed = of('failed') + of('timed out') + of('exec failed') + of('aborted')
    const counts = this.#summary && {
      passed: of('passed'),
      failed,
      skipped: of('skipped'),
      total: this.#summary.total + of('skipped'),
    }
    const ran = counts === null || counts.passed + counts.failed > 0
    return [
      this.#run.tests('nextest', { counts, complete: counts !== null, ran, weight: counts ? 'footer' : 'banner' }),
    ]
  }

  #status([, kind = '', binary = '', name = '']: RegExpExecArray): void {
    this.#draft = null
    const key = `${binary} ${name}`
    if (/^(?:PASS|FLAKY|SLOW|LEAK)$/.test(kind)) return
    const known = this.#failed.get(key)
    this.#draft =
      known ??
      this.#run.add({
        title: name.split('::'),
        family: kind === 'TIMEOUT' ? 'timeout' : kind.startsWith('SIG') ? 'crash' : null,
      })
    if (!known && kind !== 'FAIL') this.#run.detail(this.#draft, kind.toLowerCase())
    this.#failed.set(key, this.#draft)
  }

  #detail(draft: FailureDraft, text: string): void {
    const panic = /panicked at (?:'(.*)', )?(\S+\.rs):(\d+)/.exec(text)
    if (panic && draft.file === null) {
      draft.file = panic[2] ?? null
      draft.line = Number(panic[3])
      draft.message = panic[1] ?? null
      draft.details.length = 0
      return
    }
    this.#run.detail(draft, text)
  }
}
