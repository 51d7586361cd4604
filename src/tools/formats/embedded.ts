import type { FoundReading, LineReader, ReadContext, ReaderPlan } from '../reading/reader.ts'
import { parseJson } from '../reports/json.ts'
import { readJsonReport, readReport } from '../reports/read-report.ts'

/** A machine report that somebody had printed to standard output. */
export const embedded: ReaderPlan = {
  tool: 'embedded',
  starts: ['{', '[{', '[', '<testsuite', '<?xml'],
  wholeLines: true,
  create: context => new Embedded(context),
}

const MAX = 16_000_000
const CLOSES: Readonly<Record<string, string>> = { '{': '}', '[': ']' }

class Embedded implements LineReader {
  readonly #context: ReadContext
  readonly #found: FoundReading[] = []
  #lines: string[] | null = null
  #size = 0
  #end = ''

  constructor(context: ReadContext) {
    this.#context = context
  }

  line(text: string): void {
    if (this.#lines === null) this.#begin(text)
    else this.#go(text)
  }

  end(): readonly FoundReading[] {
    return this.#found
  }

  #begin(text: string): void {
    const first = text[0] ?? ''
    if (text === '{' || text === '[') this.#open(text, CLOSES[text] ?? '')
    else if (first === '<' && /^<(?:testsuites?[\s>]|\?xml )/.test(text)) {
      this.#open(text, /^<testsuite\s/.test(text) ? '</testsuite>' : '</testsuites>')
      if (text.includes(this.#end)) this.#close()
    } else if (
      (first === '{' || first === '[') &&
      text.length > 60 &&
      /^(?:\{"|\[\{")/.test(text) &&
      !text.startsWith('{"Time":')
    )
      this.#json(text)
  }

  #open(text: string, end: string): void {
    this.#lines = [text]
    this.#size = text.length
    this.#end = end
  }

  #go(text: string): void {
    this.#size += text.length + 1
    if (this.#size > MAX) this.#lines = null
    this.#lines?.push(text)
    if (text === this.#end || (this.#end.startsWith('</') && text.endsWith(this.#end))) this.#close()
  }

  #close(): void {
    const source = this.#lines?.join('\n') ?? ''
    this.#lines = null
    if (source.startsWith('<')) this.#add(readReport('junit', source, this.#context))
    else this.#json(source)
  }

  #json(source: string): void {
    this.#add(readJsonReport(parseJson(source), this.#context))
  }

  #add(reading: ReturnType<typeof readReport>): void {
    if (!reading) return
    const named =
      reading.tool === 'junit'
        ? ['mocha', 'vitest', 'node:test', 'pytest', 'bun test', 'deno'].find(tool => this.#context.primed.has(tool))
        : undefined
    this.#found.push({ reading: named ? { ...reading, tool: named } : reading, weight: 'footer' })
  }
}
