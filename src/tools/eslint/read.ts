import { FailureGatherer } from '../reading/gather.ts'
import type { FoundReading, LineReader, ReadContext, ReaderPlan } from '../reading/reader.ts'
import type { Problems } from '../reading/reading.ts'

/** The stylish form of eslint and of the linters that copied it: a file, then its rows, then "✖ n problems". */
export const eslint: ReaderPlan = {
  tool: 'eslint',
  starts: ['Oops! Something went wrong!'],
  // A row of its table, or the compact form; the file above the row is the line before it.
  startsWhen: line => ROW.test(line) || line.includes(', col '),
  create: context => new Eslint(context),
}

const MAX_WARNINGS = 500
// The rule is what follows the last gap of two spaces.
const ROW = /^ {2,}(\d+):\d+\s+(error|warning)\s+(.*\S)\s*$/
const RULE = /\s{2,}(\S+)$/
const FOOTER = /^✖ (\d+) problems? \((\d+) errors?, (\d+) warnings?\)/
const COMPACT = /^(.+): line (\d+), col \d+, (Error|Warning) - (.+?)(?: \(([^)]+)\))?$/

class Eslint implements LineReader {
  readonly #context: ReadContext
  #run: FailureGatherer
  #header: string | null = null
  #warnings: { file: string; line: number; rule: string | null; message: string }[] = []
  #rows = 0
  #oops = false
  readonly #found: FoundReading[] = []

  constructor(context: ReadContext) {
    this.#context = context
    this.#run = new FailureGatherer(context)
  }

  line(text: string): void {
    if (text.startsWith(' ')) {
      this.#row(text)
      return
    }
    if (text.startsWith('✖')) this.#closing(text)
    else if (text.endsWith(')') && text.includes(': line ')) this.#compact(text)
    else if (text.startsWith('Oops! Something went wrong!')) this.#oops = true
    else if (this.#oops && /^(?:\w*Error: |No files matching)/.test(text)) this.#broken(text)
    else if (text.startsWith('ESLint found too many warnings')) this.#tooManyWarnings()
    if (text.length > 0 && text.length < 500) this.#header = text.includes('.') ? text : null
  }

  end(): readonly FoundReading[] {
    if (this.#rows > 0) this.#finish('banner')
    return this.#found
  }

  #row(text: string): void {
    const [, line, severity, said = ''] = (this.#header === null ? null : ROW.exec(text)) ?? []
    if (line === undefined || this.#header === null) return
    this.#rows += 1
    const ending = RULE.exec(said)
    const message = ending ? said.slice(0, ending.index).trimEnd() : said
    const rule = ending?.[1] ?? (message.startsWith('Parsing error: ') ? 'parsing-error' : null)
    this.#take({ file: this.#header, line: Number(line), rule, message }, severity === 'error')
  }

  #compact(text: string): void {
    const row = COMPACT.exec(text)
    if (!row) return
    this.#rows += 1
    const [, file = '', line, severity, message = '', rule] = row
    this.#take({ file, line: Number(line), rule: rule ?? null, message }, severity === 'Error')
  }

  #take(fields: { file: string; line: number; rule: string | null; message: string }, error: boolean): void {
    const { file, line, rule, message } = fields
    const family = rule === 'parsing-error' ? 'syntax' : 'lint'
    if (error) this.#run.add({ title: [message], file, line, rule, message, family })
    else if (this.#warnings.length < MAX_WARNINGS) this.#warnings.push(fields)
  }

  #closing(text: string): void {
    const footer = FOOTER.exec(text)
    if (!footer || this.#rows === 0) return
    if (Number(footer[3]) > 0) this.#run.note(`${footer[3]} warnings`)
    this.#finish('footer', { errors: Number(footer[2]), warnings: Number(footer[3]) })
  }

  #broken(text: string): void {
    this.#oops = false
    this.#run.note(`eslint could not run: ${text}`)
    const broken = this.#run.diagnostics('eslint', { complete: false, weight: 'footer', problems: null })
    this.#found.push({ ...broken, reading: { ...broken.reading, ran: false } })
    this.#run = new FailureGatherer(this.#context)
  }

  // With --max-warnings the warnings are what failed.
  #tooManyWarnings(): void {
    const run = new FailureGatherer(this.#context)
    for (const fields of this.#lastWarnings) run.add({ ...fields, title: [fields.message], family: 'lint' })
    run.note('warnings count as errors here')
    const before = this.#found.pop()
    const problems = before?.reading.problems ?? { errors: 0, warnings: run.drafts.length }
    this.#found.push(run.diagnostics('eslint', { complete: true, weight: 'footer', problems }))
  }

  #lastWarnings: { file: string; line: number; rule: string | null; message: string }[] = []

  #finish(weight: 'banner' | 'footer', said?: Problems): void {
    const oxlint = this.#context.primed.has('oxlint')
    const problems = said ?? { errors: this.#run.drafts.length, warnings: this.#warnings.length }
    const complete = weight === 'footer'
    this.#found.push(this.#run.diagnostics(oxlint ? 'oxlint' : 'eslint', { complete, weight, problems }))
    this.#run = new FailureGatherer(this.#context)
    this.#lastWarnings = this.#warnings
    this.#warnings = []
    this.#rows = 0
  }
}
