import { FailureGatherer, MAX_FAILURES } from '../reading/gather.ts'
import type { FoundReading, LineReader, ReadContext, ReaderPlan } from '../reading/reader.ts'
import { GoPackages, type GoResult } from './packages.ts'

export const goTest: ReaderPlan = {
  tool: 'go test',
  starts: [
    '--- FAIL: ',
    '--- PASS: ',
    '--- SKIP: ',
    '=== RUN ',
    'ok  \t',
    'FAIL\t',
    '?   \t',
    'panic: ',
    'testing: warning: no tests to run',
    'pattern ',
  ],
  create: context => new GoTest(context),
}

const GLUED = /--- (FAIL|PASS|SKIP): (\S+) \([\d.]+s\)$/
const PACKAGE = /^(ok {2}|FAIL|\? {3})\t(\S+)(?:\t| )?(.*)$/
const STARTED = /^=== (RUN|NAME|CONT|PAUSE) +(\S+)$/
const MAX_RESULTS = 20_000
class GoTest implements LineReader {
  readonly #run: FailureGatherer
  readonly #packages: GoPackages
  #results: GoResult[] = []
  #started = new Map<string, string[]>()
  #current: string | null = null
  #open: GoResult | null = null
  #verbose = false
  #panic: string[] | null = null
  #closed = 0
  #died = false
  #failed = 0
  /** Failures of this package that are only counted. */
  #more = 0

  constructor(context: ReadContext) {
    this.#run = new FailureGatherer(context)
    this.#packages = new GoPackages(this.#run, context.root)
  }

  line(text: string): void {
    const started = STARTED.exec(text)
    if (started) {
      this.#start(started[1] ?? '', started[2] ?? '')
      return
    }
    // A program may leave its last line open, so that the result follows on it.
    const result = GLUED.exec(text)
    if (result) {
      this.#result(result[1] ?? '', result[2] ?? '')
      return
    }
    const closing = PACKAGE.exec(text)
    if (closing) {
      this.#close(closing[1] ?? '', closing[2] ?? '', closing[3] ?? '')
      return
    }
    if (text.startsWith('panic: ')) this.#panic ??= []
    this.#output(text)
  }

  end(): readonly FoundReading[] {
    if (this.#closed === 0 && this.#results.length === 0 && this.#panic === null) return []
    if (this.#closed === 0 && !this.#verbose && this.#results.length === 0) return []
    const left = this.#results.length > 0
    this.#packages.close(null, this.#results, [])
    this.#packages.countMore(this.#more)
    return this.#packages.end(this.#verbose, !left && this.#closed > 0 && !this.#died)
  }

  #start(kind: string, name: string): void {
    this.#verbose = true
    this.#current = kind === 'PAUSE' ? null : name
    if (kind === 'RUN' && this.#started.size < 20_000) this.#started.set(name, [])
  }

  #result(status: string, name: string): void {
    // A program under test can print such a line as well; verbose runs announce every real test first.
    if (this.#verbose && !this.#started.has(name)) return
    if (status === 'FAIL') this.#failed += 1
    this.#open = { name, status: status as GoResult['status'], output: [...(this.#started.get(name) ?? [])] }
    if (this.#failed > MAX_FAILURES && status === 'FAIL') this.#more += 1
    else if (this.#results.length < MAX_RESULTS) this.#results.push(this.#open)
    this.#current = null
  }

  #close(word: string, name: string, rest: string): void {
    this.#closed += 1
    const failed = word === 'FAIL'
    if (failed && this.#panic && this.#verbose) this.#unfinished()
    if (failed && this.#panic) this.#died = true
    this.#packages.close(
      name,
      this.#results,
      failed && !this.#results.some(({ status }) => status === 'FAIL') ? (this.#panic ?? [rest]) : [],
    )
    if (/\[no test files\]|\[no tests to run\]/.test(rest)) this.#packages.empty += 1
    else if (!/\[(?:build|setup) failed\]/.test(rest)) this.#packages.ran += 1
    this.#packages.countMore(this.#more)
    this.#more = 0
    this.#results = []
    this.#started = new Map()
    this.#open = null
    this.#current = null
    this.#panic = null
  }

  // A panic ends the process: what had started and has no result was running.
  #unfinished(): void {
    const done = new Set(this.#results.map(({ name }) => name))
    for (const [name, output] of this.#started)
      if (!done.has(name)) this.#results.push({ name, status: 'FAIL', output: [...output, ...(this.#panic ?? [])] })
  }

  // Of the first ones all is told, of some more their first lines, of the rest nothing.
  #space(): number {
    return this.#failed > MAX_FAILURES ? 0 : this.#failed > 200 ? 3 : 60
  }

  #output(text: string): void {
    if (this.#panic && this.#panic.length < 60) this.#panic.push(text)
    const lines =
      this.#panic && this.#open?.status === 'FAIL'
        ? this.#open.output
        : this.#current !== null
          ? this.#started.get(this.#current)
          : this.#open?.output
    if (lines && lines.length < (lines === this.#open?.output && !this.#panic ? this.#space() : 60)) lines.push(text)
  }
}
