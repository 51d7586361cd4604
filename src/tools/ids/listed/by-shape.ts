import type { TestState } from '../executed.ts'
import type { ToldTest } from '../test-ids.ts'
import type { Lister, ListerPlan } from '../test-ids-plan.ts'

/** How a tool writes one test on one line. */
interface ListedShape {
  /** Every line of a test has it; looked for before anything costly. */
  readonly has: string
  /** With `title` and `state`. */
  readonly test: RegExp
  readonly states: Readonly<Record<string, TestState>>
  /** The line that names the file of the tests below it. */
  readonly file?: RegExp
  /** A line behind which the file is no longer known. */
  readonly leaves?: RegExp
  /** A line behind which tests are only repeated. */
  readonly until?: RegExp
  readonly path?: (title: string) => readonly string[]
  /** The file that a title names by itself. */
  readonly named?: (title: string) => string | null
}

export const listedByShape = (shape: ListedShape): ListerPlan => ({
  create: () => new ByShape(shape),
})

const MOST = 500_000

class ByShape implements Lister {
  readonly #shape: ListedShape
  readonly #found: ToldTest[] = []
  #file: string | null = null
  #over = false

  constructor(shape: ListedShape) {
    this.#shape = shape
  }

  line(text: string): void {
    const { has, test, states, file, leaves, until, path, named } = this.#shape
    this.#over ||= until?.test(text) ?? false
    const below = file?.exec(text)?.[1]
    if (below !== undefined) this.#file = below
    else if (leaves?.test(text)) this.#file = null
    if (this.#over || !text.includes(has) || this.#found.length >= MOST) return
    const { title, state } = test.exec(text)?.groups ?? {}
    if (title === undefined || state === undefined) return
    const flaky = /^FLAKY (\d+)/.exec(state)
    this.#found.push({
      file: named?.(title) ?? this.#file,
      title: path ? path(title) : [title],
      state: flaky ? 'passed' : (states[state] ?? 'failed'),
      retries: flaky ? Number(flaky[1]) - 1 : 0,
    })
  }

  tests(): readonly ToldTest[] {
    return this.#found
  }
}
