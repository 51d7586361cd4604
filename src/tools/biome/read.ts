import { type FailureDraft, FailureGatherer } from '../reading/gather.ts'
import type { FoundReading, LineReader, ReadContext, ReaderPlan } from '../reading/reader.ts'

export const biome: ReaderPlan = {
  tool: 'biome',
  starts: ['::error title=', '::warning title=', 'Checked '],
  startsWhen: line => line.endsWith('━'),
  create: context => new Biome(context),
}

const HEAD =
  /^(\S.*?)(?::(\d+):\d+)? ((?:lint|assist|plugin|suppressions|internalError|configuration)\/\S+|parse|format|organizeImports|lint|check|ci|migrate)(?: {1,2}[A-Z-]+)* +━{3,}$/
const SAID = /^ {2}([×✖!⚠ℹi]) (.+)$/
const GITHUB = /^::(error|warning) title=([^,]+),file=([^,]+),line=(\d+),.*?::(.+)$/
const COUNTED = /^Found (\d+) (error|warning)s?\.$/
const CLOSED = /^Checked \d+ files? in /

class Biome implements LineReader {
  readonly #run: FailureGatherer
  #draft: FailureDraft | null = null
  #closed = false
  #empty = false
  #seen = false
  #said: { errors: number; warnings: number } | null = null

  constructor(context: ReadContext) {
    this.#run = new FailureGatherer(context)
  }

  line(text: string): void {
    if (text.endsWith('━')) this.#head(text)
    else if (text.startsWith('::')) this.#github(text)
    else if (this.#draft && this.#draft.message === null) this.#say(this.#draft, text)
    else if (text.startsWith('Checked ') && CLOSED.test(text)) {
      this.#closed = true
      this.#empty = text.startsWith('Checked 0 ')
    } else if (text.startsWith('Found ')) this.#count(text)
  }

  end(): readonly FoundReading[] {
    if (!this.#seen && !this.#closed) return []
    const placed = this.#run.drafts.filter(({ file }) => file !== null)
    this.#run.drafts.splice(0, this.#run.drafts.length, ...placed)
    const found = this.#run.diagnostics('biome', {
      complete: this.#closed || this.#seen,
      weight: this.#closed ? 'footer' : 'banner',
      ...(this.#said ? { problems: this.#said } : {}),
    })
    return [this.#empty ? { ...found, reading: { ...found.reading, ran: false, problems: null } } : found]
  }

  // Only so many are printed; how many there are stands below.
  #count(text: string): void {
    const found = COUNTED.exec(text)
    if (!found || !this.#closed) return
    this.#said ??= { errors: 0, warnings: 0 }
    this.#said[found[2] === 'error' ? 'errors' : 'warnings'] = Number(found[1])
  }

  #head(text: string): void {
    const head = HEAD.exec(text)
    this.#draft = null
    if (!head) return
    this.#seen = true
    const [, file = '', line, rule = ''] = head
    // "lint ━━" with nothing before it closes the run; it is about all of it.
    this.#draft = this.#run.add({
      title: [rule],
      rule,
      file,
      line: line ? Number(line) : null,
      family: rule === 'format' ? 'format' : rule === 'parse' ? 'syntax' : 'lint',
    })
  }

  #say(draft: FailureDraft, text: string): void {
    const said = SAID.exec(text)
    if (!said) return
    draft.message = said[2] ?? ''
    draft.title = [draft.message]
    if (said[1] === '!' || said[1] === '⚠' || said[1] === 'i' || said[1] === 'ℹ') draft.mild = true
  }

  #github(text: string): void {
    const found = GITHUB.exec(text)
    if (!found || !/^(?:lint\/|parse$|format$|assist\/)/.test(found[2] ?? '')) return
    const [, severity, rule = '', file = '', line, message = ''] = found
    this.#seen = true
    this.#run.add({ title: [message], rule, file, line: Number(line), message, mild: severity === 'warning' })
  }
}
