import type { Found, LineReader, ReadContext, ReaderPlan, Weight } from './reader.ts'
import type { ToolReading } from './reading.ts'
import { plans } from './plans.ts'

const byFirst = new Map<number, { prefix: string; plan: ReaderPlan }[]>()
const byWord = new Map<string, ReaderPlan[]>()
const always = plans.filter(({ wakes, numberedWakes }) => wakes.length === 0 && numberedWakes === undefined)

for (const plan of plans) {
  for (const prefix of plan.wakes) {
    const code = prefix.charCodeAt(0)
    byFirst.set(code, [...(byFirst.get(code) ?? []), { prefix, plan }])
  }
  for (const word of plan.numberedWakes ?? []) byWord.set(word, [...(byWord.get(word) ?? []), plan])
}

const NUMBERED = /^\d+ ([a-z]+)/

/** One run of something: the readers that its lines have woken, each seeing every line from then on. */
export class Block {
  readonly directory: string
  lines = 0
  readonly #context: ReadContext & { readonly primed: Set<string> }
  readonly #package: string | null
  readonly #awake = new Map<ReaderPlan, LineReader>()
  #readers: LineReader[] = []

  constructor(context: ReadContext & { readonly primed: Set<string> }, packageName: string | null) {
    this.#context = context
    this.#package = packageName
    this.directory = context.directory
    for (const plan of always) this.#wake(plan)
  }

  prime(tool: string): void {
    this.#context.primed.add(tool)
  }

  line(text: string): void {
    this.lines += 1
    let indent = 0
    let code = text.charCodeAt(0)
    while (code === 32) code = text.charCodeAt(++indent)
    if (code >= 48 && code <= 57) this.#numbered(text, indent)
    const candidates = byFirst.get(code)
    if (candidates)
      for (const { prefix, plan } of candidates) if (!this.#awake.has(plan) && text.startsWith(prefix, indent)) this.#wake(plan)
    for (const reader of this.#readers) reader.line(text)
  }

  end(exitCode: number | null): ToolReading[] {
    const found = this.#readers.flatMap(reader => reader.end(exitCode))
    return believed(found).map(({ reading }) => ({ ...reading, package: this.#package }))
  }

  #numbered(text: string, indent: number): void {
    const word = NUMBERED.exec(indent === 0 ? text : text.slice(indent, indent + 40))?.[1]
    if (word === undefined) return
    for (const plan of byWord.get(word) ?? []) if (!this.#awake.has(plan)) this.#wake(plan)
  }

  #wake(plan: ReaderPlan): void {
    const reader = plan.create(this.#context)
    this.#awake.set(plan, reader)
    this.#readers = [...this.#awake.values()]
  }
}

const ranks: Readonly<Record<Weight, number>> = { hint: 0, banner: 1, footer: 2 }

// Programs under test print what other tools print; a closing block outranks such lines, and so does a banner.
function believed(found: readonly Found[]): Found[] {
  const best = Math.max(0, ...found.filter(({ reading }) => reading.kind === 'tests').map(({ weight }) => ranks[weight]))
  return found.filter(({ reading, weight }) => reading.kind !== 'tests' || best === 0 || ranks[weight] > 0)
}
