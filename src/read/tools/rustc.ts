import { type Draft, Gathered } from '../gather.ts'
import type { Found, LineReader, ReadContext, ReaderPlan } from '../reader.ts'

/** rustc and clippy in their long form, through cargo or alone. */
export const rustc: ReaderPlan = {
  tool: 'rustc',
  wakes: ['error[E', 'error: ', 'warning: '],
  create: context => new Rustc(context),
}

const HEAD = /^(error|warning)(?:\[(\w+)\])?: (.+)$/
const PLACE = /^\s*--> (.+?):(\d+):\d+$/
const RULE = /(?:`#\[(?:warn|deny|forbid)\(([\w:]+)\)\]`|`-[DFW] ([\w:-]+)` implied by)/
const CLOSING =
  /^(?:error: could not compile `|error: aborting due to|warning: `.+` \(.+\) generated \d+ warnings?|error: \d+ targets failed)/

class Rustc implements LineReader {
  readonly #run: Gathered
  readonly #warnings: Gathered
  #draft: Draft | null = null
  #placed = false
  #closed = false

  constructor(context: ReadContext) {
    this.#run = new Gathered(context)
    this.#warnings = new Gathered(context)
  }

  line(text: string): void {
    const code = text.charCodeAt(0)
    if (code === 101 || code === 119) {
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

  end(exitCode: number | null): readonly Found[] {
    for (const run of [this.#run, this.#warnings]) {
      const placed = run.drafts.filter(({ file }) => file !== null)
      run.drafts.splice(0, run.drafts.length, ...placed)
    }
    const warnings = this.#warnings.drafts.length
    const failing =
      this.#run.drafts.length === 0 && exitCode !== 0 && exitCode !== null && this.#closed ? this.#warnings : this.#run
    if (this.#run.drafts.length + warnings === 0) return []
    if (warnings > 0) failing.note(`${warnings} warnings`)
    return [failing.diagnostics('rustc', { complete: this.#closed, weight: this.#closed ? 'footer' : 'banner' })]
  }

  #head(text: string): void {
    if (CLOSING.test(text)) {
      this.#closed = true
      this.#draft = null
      return
    }
    const head = HEAD.exec(text)
    if (!head) return
    const [, severity, rule, message = ''] = head
    this.#placed = false
    this.#draft = (severity === 'error' ? this.#run : this.#warnings).add({
      title: [message],
      rule: rule ?? null,
      message,
    })
  }
}
