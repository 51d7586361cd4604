import { FailureGatherer } from '../reading/gather.ts'
import type { FoundReading, LineReader, ReadContext, ReaderPlan } from '../reading/reader.ts'

/** Linters that say what is wrong first and where in the frame below: oxlint, ruff's long form. */
export const framed: ReaderPlan = {
  tool: 'framed',
  starts: [
    'x ',
    '× ',
    '! ',
    '⚠ ',
    ',-[',
    '╭─[',
    '--> ',
    'Found ',
    'All checks passed!',
    'No files found to lint',
    'Finished in ',
  ],
  create: context => new Framed(context),
}

const OXLINT =
  /^ {2}([x×✖!⚠]) (?:((?:eslint|typescript|import|unicorn|oxc|react|jest|vitest|promise|node|jsx-a11y|nextjs|[a-z-]+)(?:-plugin-[\w-]+)?\([\w/-]+\)): )?(.+)$/
const OXLINT_PLACE = /^\s+(?:,-|╭─)\[(.+?):(\d+):\d+\]/
const OXLINT_CLOSED = /^Found (\d+) warnings? and (\d+) errors?\.$/
const RUFF = /^([A-Z]{1,4}\d{1,4}|invalid-syntax:?) (?:\[\*\] )?(.+)$/
const RUFF_PLACE = /^\s*--> (.+?\.(?:py|pyi|ipynb|toml)):(\d+):\d+$/
const RUFF_CLOSED = /^Found \d+ errors?\.$|^All checks passed!$/

class Framed implements LineReader {
  readonly #context: ReadContext
  readonly #oxlint: FailureGatherer
  readonly #ruff: FailureGatherer
  #open: { text: RegExpExecArray; warning: boolean } | null = null
  #previous = ''
  #oxlintClosed = false
  #said: { errors: number; warnings: number } | null = null
  #ruffClosed = false
  #none = false

  constructor(context: ReadContext) {
    this.#context = context
    this.#oxlint = new FailureGatherer(context)
    this.#ruff = new FailureGatherer(context)
  }

  line(text: string): void {
    const oxlint = OXLINT.exec(text)
    if (oxlint) this.#open = { text: oxlint, warning: oxlint[1] === '!' || oxlint[1] === '⚠' }
    else if (this.#open && OXLINT_PLACE.test(text)) this.#placed(this.#open, OXLINT_PLACE.exec(text))
    else if (text.includes('--> ')) this.#ruffAt(text)
    else if (text.startsWith('Found ') && OXLINT_CLOSED.test(text)) this.#closeOxlint(OXLINT_CLOSED.exec(text))
    else if ((this.#ruff.drafts.length > 0 || this.#context.primed.has('ruff')) && RUFF_CLOSED.test(text))
      this.#ruffClosed = true
    else if (text.startsWith('No files found to lint')) this.#none = true
    if (text !== '') this.#previous = text
  }

  end(): readonly FoundReading[] {
    const found: FoundReading[] = []
    if (this.#oxlintClosed || this.#oxlint.drafts.length > 0 || this.#none) {
      const one = this.#oxlint.diagnostics('oxlint', {
        complete: this.#oxlintClosed,
        weight: this.#oxlintClosed ? 'footer' : 'banner',
        ...(this.#said ? { problems: this.#said } : {}),
      })
      found.push(this.#none ? { ...one, reading: { ...one.reading, ran: false, problems: null } } : one)
    }
    if (this.#ruff.drafts.length > 0 || this.#ruffClosed)
      found.push(this.#ruff.diagnostics('ruff', { complete: this.#ruffClosed, weight: 'footer' }))
    return found
  }

  #closeOxlint(found: RegExpExecArray | null): void {
    this.#oxlintClosed = true
    this.#said = { errors: Number(found?.[2]), warnings: Number(found?.[1]) }
  }

  #placed(open: { text: RegExpExecArray; warning: boolean }, place: RegExpExecArray | null): void {
    this.#open = null
    const [, , rule, message = ''] = open.text
    this.#oxlint.add({
      title: [message],
      rule: rule ?? null,
      message,
      file: place?.[1] ?? null,
      line: Number(place?.[2]),
      family: rule ? 'lint' : null,
      mild: open.warning,
    })
  }

  #ruffAt(text: string): void {
    const place = RUFF_PLACE.exec(text)
    const head = place ? RUFF.exec(this.#previous) : null
    if (!place || !head) return
    const rule = (head[1] ?? '').replace(':', '')
    this.#ruff.add({
      title: [head[2] ?? ''],
      rule,
      message: head[2] ?? '',
      file: place[1] ?? null,
      line: Number(place[2]),
      family: rule === 'invalid-syntax' ? 'syntax' : 'lint',
    })
  }
}
