import { type FailureDraft, FailureGatherer, numbered } from '../reading/gather.ts'
import type { FoundReading, LineReader, ReadContext, ReaderPlan } from '../reading/reader.ts'

/** `mix test` */
export const exunit: ReaderPlan = {
  tool: 'exunit',
  starts: ['1) test ', '1) doctest ', '1) property ', 'Finished in ', '== Compilation error in file '],
  create: context => new Exunit(context),
}

const ENTRY = /^ {2}(\d+)\) ((?:test|doctest|property) .+) \((\S+)\)$/
const FOOTER = /^(?:\d+ (?:doctests?|properties|property), )*\d+ tests?, \d+ failures?(?:, \d+ \w+)*$/
const PLACE = /^ {5}(\S+\.exs?):(\d+)$/

class Exunit implements LineReader {
  readonly #context: ReadContext
  readonly #run: FailureGatherer
  #draft: FailureDraft | null = null
  #finished = false
  #totals: Map<string, number> | null = null
  #broken: FailureDraft | null = null

  constructor(context: ReadContext) {
    this.#context = context
    this.#run = new FailureGatherer(context)
  }

  line(text: string): void {
    const entry = text.startsWith('  ') ? ENTRY.exec(text) : null
    if (entry) this.#draft = this.#run.add({ title: [(entry[2] ?? '').replace(/^test /, '')] })
    else if (/^Finished in [\d.]+ seconds/.test(text)) {
      this.#finished = true
      this.#draft = null
    } else if (this.#finished && FOOTER.test(text)) this.#totals = numbered(text)
    else if (text.startsWith('== Compilation error in file ')) this.#break(text)
    else if (this.#broken) {
      this.#broken.line ??= Number(/\.exs?:(\d+):/.exec(text)?.[1] ?? 0) || null
      this.#run.detail(this.#broken, text.replace(/^\*\* \((\w+)\) \S+\.exs?:\d+: /, '$1: '))
    } else if (this.#draft) this.#detail(this.#draft, text)
  }

  end(): readonly FoundReading[] {
    const of = (word: string): number => this.#totals?.get(word) ?? this.#totals?.get(`${word}s`) ?? 0
    if (this.#totals === null && this.#run.drafts.length === 0) return []
    const total = of('test') + of('doctest') + of('property') + (this.#totals?.get('properties') ?? 0)
    const failed = of('failure') + of('invalid')
    const skipped = of('skipped') + of('excluded')
    const counts = this.#totals && { passed: Math.max(0, total - failed - skipped), failed, skipped, total }
    const ran = counts === null ? !this.#broken : counts.total - counts.skipped > 0
    const weight = this.#totals ? 'footer' : this.#broken || this.#context.primed.has('exunit') ? 'banner' : 'hint'
    return [this.#run.tests('exunit', { counts, complete: this.#totals !== null, ran, weight })]
  }

  #break(text: string): void {
    const file = /in file (\S+) ==/.exec(text)?.[1] ?? null
    this.#broken = this.#run.add({ title: ['could not be compiled'], file })
  }

  #detail(draft: FailureDraft, text: string): void {
    const place = PLACE.exec(text)
    if (place && draft.file === null) {
      draft.file = place[1] ?? null
      draft.line = Number(place[2])
    } else this.#run.detail(draft, text.replace(/^(\s*)\*\* \((\w+(?:\.\w+)*)\)/, '$1$2:'))
  }
}
