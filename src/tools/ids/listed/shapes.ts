import type { TestState } from '../executed.ts'
import type { ToldTest } from '../test-ids.ts'
import type { Lister, ListerPlan } from './lister.ts'

/** How a tool writes one test on one line. */
interface Shape {
  readonly tool: string
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

const shapes: readonly Shape[] = [
  {
    tool: 'cargo test',
    has: ' ... ',
    test: /^test (?<title>.+?)(?: - should panic)? \.\.\. (?<state>ok|FAILED|ignored)(?:, .*| \([\d.]+s\)| <[\d.]+s>)?$/,
    states: { ok: 'passed', FAILED: 'failed', ignored: 'skipped' },
    file: /^\s+Running (?:unittests )?(\S+)/,
    leaves: /^\s+Doc-tests /,
    path: title => (/^\S+\.rs - /.test(title) ? [title] : title.split('::')),
    named: title => /^(\S+\.rs) - /.exec(title)?.[1] ?? null,
  },
  {
    tool: 'nextest',
    has: 's] ',
    test: /^ {2,}(?<state>PASS|FAIL|LEAK|SKIP|TIMEOUT|ABORT|SIG\w+|FLAKY \d+\/\d+) \[[^\]]+\] (?:\(\s*\d+\/\d+\) )?(?<title>\S+ .+)$/,
    states: { PASS: 'passed', LEAK: 'passed', FAIL: 'failed', SKIP: 'skipped', TIMEOUT: 'failed', ABORT: 'failed' },
    until: /^\s*Summary \[/,
    path: title => title.split(/ |::/),
  },
  {
    tool: 'ctest',
    has: ' Test ',
    test: /^\s*\d+\/\d+ Test\s+#\d+: (?<title>.+?) \.*\s*(?:\*\*\*)?(?<state>Passed|Failed|Skipped|Not Run \(Disabled\)|Not Run|Timeout|Exception)[: ].*sec\s*$/,
    states: { Passed: 'passed', Skipped: 'skipped', 'Not Run (Disabled)': 'skipped' },
  },
  {
    tool: 'bun test',
    has: ' ',
    test: /^(?<state>\((?:pass|fail|skip|todo)\)|[✓✗»✎]) (?<title>.+?)(?: \[[\d.]+m?s\])?$/,
    states: { '(pass)': 'passed', '✓': 'passed', '(skip)': 'skipped', '»': 'skipped', '(todo)': 'todo', '✎': 'todo' },
    file: /^(\S+\.[cm]?[jt]sx?):$/,
    path: title => title.split(' > '),
  },
  {
    tool: 'deno',
    has: ' ... ',
    test: /^(?<title>\S.*?) \.\.\. (?<state>ok|FAILED|ignored)(?: \(due to .+\))? \([\d.]+(?:ns|µs|ms|s|m\d+s)\)$/,
    states: { ok: 'passed', ignored: 'skipped' },
    file: /^running \d+ tests? from (\S+)$/,
  },
]

export const listedByShape: readonly ListerPlan[] = shapes.map(shape => ({
  tools: [shape.tool],
  create: () => new ByShape(shape),
}))

const MOST = 500_000

class ByShape implements Lister {
  readonly #shape: Shape
  readonly #found: ToldTest[] = []
  #file: string | null = null
  #over = false

  constructor(shape: Shape) {
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
