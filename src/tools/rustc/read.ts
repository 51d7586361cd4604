import { type FailureDraft, FailureGatherer } from '../reading/gather.ts'
import type { FoundReading, LineReader, ReadContext, ReaderPlan } from '../reading/reader.ts'

/** rustc and clippy in their long form, through cargo or alone. */
export const rustc: ReaderPlan = {
  tool: 'rustc',
  starts: ['error[E', 'error: ', 'warning: '],
  create: context => new Rustc(context),
}

const HEAD = /^(error|warning)(?:\[(\w+)\])?: (.+)$/
const PLACE = /^\s*--> (.+?):(\d+):\d+$/
const RULE = /(?:`#\[(?:warn|deny|forbid)\(([\w:]+)\)\]`|`-[DFW] ([\w:-]+)` implied by)/
const TESTS = /^error: (?:test failed, to rerun|doctest failed|\d+ target)/
const CLOSING =
  /^(?:error: could not compile `|error: aborting due to|warning: `.+` \(.+\) generated \d+ warnings?|error: \d+ targets failed)/

class Rustc implements LineReader {
  readonly #run: FailureGatherer
  #draft: FailureDraft | null = null
  #placed = false
  #closed = false
  #failed = false

  constructor(context: ReadContext) {
    this.#run = new FailureGatherer(context)
  }

  line(text: string): void {
    if (/^(?:error|warning)\b/.test(text)) {
      this.#head(text)
      return
    }
    if (!this.#draft) return
    const place = this.#placed ? null : PLACE.exec(text)
    if (place) {
      this.#placed = true
      this.#draft.file = place[1] ?? null
      this.#draft.line = Number(place[2])
    } else if (text === '') this.#draft = null
    else if (this.#draft.rule === null && text.includes('`'))
      this.#draft.rule =
        (
          RULE.exec(text)
            ?.slice(1)
            .find(rule => rule !== undefined) ?? null
        )?.replaceAll('-', '_') ?? null
  }

  end(): readonly FoundReading[] {
    const placed = this.#run.drafts.filter(({ file }) => file !== null)
    // The linker complains about no place; that is shown only where the compiler itself had nothing to complain about.
    const broken = placed.some(({ mild }) => !mild)
    const loose = this.#run.drafts.filter(({ file, mild }) => file === null && !mild)
    if (!broken && this.#failed) placed.push(...loose)
    this.#run.drafts.splice(0, this.#run.drafts.length, ...placed)
    if (placed.length === 0) return []
    const found = this.#run.diagnostics('rustc', {
      complete: this.#closed,
      weight: this.#closed ? 'footer' : 'banner',
    })
    return [loose.length > 0 || !this.#closed ? { reading: found.reading, weight: found.weight } : found]
  }

  #head(text: string): void {
    if (CLOSING.test(text)) {
      this.#closed = true
      this.#failed ||= text.startsWith('error: could not compile')
      this.#draft = null
      return
    }
    const head = TESTS.test(text) ? null : HEAD.exec(text)
    if (!head) return
    const [, severity, rule, message = ''] = head
    this.#placed = false
    this.#draft = this.#run.add({ title: [message], rule: rule ?? null, message, mild: severity === 'warning' })
  }
}
