import { FailureGatherer } from '../reading/gather.ts'
import { leapLines } from '../reading/leap.ts'
import type { FoundReading, LineReader, Owned, ReadContext, ReaderPlan } from '../reading/reader.ts'
import type { Problems } from '../reading/reading.ts'
import { standsAt, Words } from '../reading/words.ts'

const compact = new Words([', col '])

/** The stylish form of eslint and of the linters that copied it: a file, then its rows, then "✖ n problems". */
export const eslint: ReaderPlan = {
  tool: 'eslint',
  wakes: ['Oops! Something went wrong!'],
  asks: { first: '0-9', last: ')' },
  // A row of its table, or the compact form; the file above the row is the line before it.
  wakesWhen: (text, from, to, indent) =>
    indent === 0
      ? text.charCodeAt(to - 1) === CLOSE && compact.within(text, from, to)
      : indent >= 2 && indent < 8 && isRow(text, from + indent) && headIn(text, from, to) !== null,
  create: context => new Eslint(context),
}

const CLOSE = 41
const MAX_WARNINGS = 500
const RULE = /\s{2,}(\S+)$/

// "12:7", which the lines of code that other tools show do not begin with.
function isRow(text: string, begin: number): boolean {
  const colon = afterDigits(text, begin)
  return text.charCodeAt(colon) === 58
}

function afterDigits(text: string, begin: number): number {
  let at = begin
  while (text.charCodeAt(at) >= 48 && text.charCodeAt(at) <= 57) at += 1
  return at
}

interface Row {
  readonly line: number
  readonly error: boolean
  readonly message: string
  readonly rule: string | null
}

interface RowHead {
  /** Where the line's number stands. */
  begin: number
  colon: number
  error: boolean
  /** Where the message begins. */
  after: number
}

// One for all rows: it holds until the next one is looked at.
const current: RowHead = { begin: 0, colon: 0, error: false, after: 0 }

// "  12:7  error  ", cut by hand: there are thousands of rows.
function headIn(text: string, from: number, to: number): Readonly<RowHead> | null {
  let begin = from
  while (text.charCodeAt(begin) === 32) begin += 1
  const colon = afterDigits(text, begin)
  const end = afterDigits(text, colon + 1)
  if (begin < from + 2 || colon === begin || text.charCodeAt(colon) !== 58 || end === colon + 1) return null
  const word = afterBlanks(text, end)
  const error = standsAt(text, word, 'error')
  if (word === end || !(error || standsAt(text, word, 'warning'))) return null
  const after = afterBlanks(text, word + (error ? 5 : 7))
  if (after === word + (error ? 5 : 7) || after >= to) return null
  current.begin = begin
  current.colon = colon
  current.error = error
  current.after = after
  return current
}

function afterBlanks(text: string, from: number): number {
  let at = from
  while (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9) at += 1
  return at
}

// The rule is looked for from the end: messages are long.
function rowIn(text: string, { begin, colon, error, after }: Readonly<RowHead>): Row {
  const line = Number(text.slice(begin, colon))
  const said = text.slice(after).trimEnd()
  const gap = said.lastIndexOf('  ')
  const rule = gap === -1 ? null : RULE.exec(said.slice(gap - 1))
  const message = rule ? said.slice(0, said.length - rule[0].length).trimEnd() : said
  return { line, error, message, rule: rule?.[1] ?? null }
}

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

  skim(text: string, from: number, _to: number, indent: number): boolean {
    if (indent === 0 || text.charCodeAt(from) !== 32) return false
    const second = text.charCodeAt(from + 2)
    return this.#header === null || second < 48 || second > 57
  }

  get sated(): boolean {
    return this.#run.full && this.#header !== null
  }

  leap(text: string, to: number): number {
    return leapLines(text, to, (from, end) => this.#oneMore(text, from, end))
  }

  owns(text: string, from: number, to: number): Owned {
    return this.#oneMore(text, from, to) ? 'failure' : null
  }

  #oneMore(text: string, from: number, to: number): boolean {
    const second = text.charCodeAt(from + 2)
    const head = second >= 48 && second <= 57 ? headIn(text, from, to) : null
    if (head === null || !(head.error || this.#warnings.length >= MAX_WARNINGS)) return false
    this.#rows += 1
    if (head.error) this.#run.passOver()
    return true
  }

  line(text: string): void {
    const code = text.charCodeAt(0)
    if (code === 32) {
      const second = text.charCodeAt(2)
      if (this.#header !== null && second >= 48 && second <= 57) this.#row(text)
      return
    }
    if (code === 0x2716) this.#closing(text)
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
    const head = headIn(text, 0, text.length)
    if (!head || this.#header === null) return
    this.#rows += 1
    if (head.error && this.#run.passOver()) return
    const row = rowIn(text, head)
    const { line, message, error } = row
    const rule = row.rule ?? (message.startsWith('Parsing error: ') ? 'parsing-error' : null)
    this.#take({ file: this.#header, line, rule, message }, error)
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
