import { type FailureDraft, FailureGatherer, MAX_FAILURES } from '../reading/gather.ts'
import type { FoundReading, LineReader, ReadContext, ReaderPlan } from '../reading/reader.ts'

export const cargoTest: ReaderPlan = {
  tool: 'cargo test',
  starts: ['Running unittests ', 'Running tests/', 'Running ', 'running ', 'test result: ', 'Doc-tests '],
  create: context => new CargoTest(context),
}

const RUNNING = /^running (\d+) tests?$/
const RESULT =
  /^test result: (?:ok|FAILED)\. (\d+) passed; (\d+) failed; (\d+) ignored; (\d+) measured; (\d+) filtered out/
const TARGET = /^\s+Running (?:unittests )?(\S+)/
const TEST = /^test (.+?)(?: - should panic)? \.\.\. (ok|FAILED|ignored)?/
const BLOCK = /^---- (.+) stdout ----$/

const MAX_WHOLE = 200

const isReason = (text: string): boolean =>
  text.startsWith("thread '") ? text.includes(' panicked at') : /^(?:note: test did not panic|Error: )/.test(text)

class CargoTest implements LineReader {
  readonly #run: FailureGatherer
  readonly #counts = { passed: 0, failed: 0, skipped: 0 }
  #target: string | null = null
  #failing = new Map<string, FailureDraft>()
  #blocks = new Map<string, string[]>()
  #block: string[] | null = null
  #listing = false
  #open = 0
  #closed = 0
  #opened = 0
  #unfinished: string | null = null

  constructor(context: ReadContext) {
    this.#run = new FailureGatherer(context)
  }

  line(text: string): void {
    const running = text.startsWith('running ') ? RUNNING.exec(text) : null
    if (running) {
      this.#start()
      return
    }
    if (this.#open === 0) {
      const target = TARGET.exec(text)?.[1]
      if (target) this.#target = target
      else if (/^\s+Doc-tests /.test(text)) this.#target = null
      return
    }
    const result = text.startsWith('test result: ') ? RESULT.exec(text) : null
    if (result) this.#finish(result)
    else if (
      text.endsWith('error: test failed, to rerun pass `--lib`') ||
      text.startsWith('error: test failed, to rerun')
    )
      this.#die(text)
    else this.#inside(text)
  }

  end(): readonly FoundReading[] {
    if (this.#opened === 0) return []
    this.#name()
    const { passed, failed, skipped } = this.#counts
    const complete = this.#opened === this.#closed
    if (!complete && this.#unfinished) this.#run.note(`${this.#unfinished} did not end`)
    const counts = this.#closed > 0 ? { passed, failed, skipped, total: passed + failed + skipped } : null
    const ran = !complete || passed + failed > 0
    return [this.#run.tests('cargo test', { counts, complete, ran, weight: this.#closed > 0 ? 'footer' : 'banner' })]
  }

  // The process died inside a test: the one whose line was never finished.
  #die(text: string): void {
    const glued = /^test (.+?)(?: - should panic)? \.\.\. error: /.exec(text)?.[1] ?? this.#unfinished
    if (glued) this.#fail(glued)
    const draft = glued ? this.#failing.get(glued) : undefined
    if (draft) draft.message = 'the test process died'
    if (draft) draft.family = 'crash'
  }

  #start(): void {
    if (this.#open > 0) this.#name()
    this.#opened += 1
    this.#open = 1
    this.#failing = new Map()
    this.#blocks = new Map()
    this.#block = null
    this.#listing = false
  }

  #finish([, passed, failed, ignored, measured]: RegExpExecArray): void {
    this.#counts.passed += Number(passed) + Number(measured)
    this.#counts.failed += Number(failed)
    if (this.#run.isFull) this.#run.countMore(Math.max(0, Number(failed) - this.#failing.size))
    this.#counts.skipped += Number(ignored)
    this.#closed += 1
    this.#open = 0
    this.#unfinished = null
    this.#name()
  }

  #inside(text: string): void {
    const block = text.startsWith('---- ') ? BLOCK.exec(text)?.[1] : undefined
    if (block !== undefined) {
      this.#block = []
      if (this.#blocks.size < MAX_FAILURES) this.#blocks.set(block, this.#block)
      this.#listing = false
    } else if (text === 'failures:') {
      this.#listing = true
      this.#block = null
    } else if (this.#listing && /^ {4}\S/.test(text)) this.#fail(text.trim())
    else if (this.#block) {
      if (this.#keeps(this.#block, text)) this.#block.push(text)
    } else this.#progress(text)
  }

  // Past the first blocks only the reason is kept, and the line below it.
  #keeps(block: readonly string[], text: string): boolean {
    if (this.#blocks.size <= MAX_WHOLE) return block.length < 60
    return block.length === 0 ? isReason(text) : block.length === 1
  }

  #progress(text: string): void {
    const quiet = text.endsWith(' --- FAILED') ? /^(\S.*) --- FAILED$/.exec(text)?.[1] : undefined
    if (quiet) {
      this.#fail(quiet)
      return
    }
    const test = text.startsWith('test ') ? TEST.exec(text) : null
    if (test) {
      this.#unfinished = test[2] === undefined ? (test[1] ?? null) : null
      if (test[2] === 'FAILED') this.#fail(test[1] ?? '')
      // A process that exits inside a test leaves its line open, and the next program's output follows on it.
      if (/\s{3}Doc-tests |\s{5}Running /.test(text)) this.#open = 0
    }
  }

  #fail(name: string): void {
    // How many more there are, the closing line tells.
    if (this.#run.isFull || this.#failing.has(name)) return
    // The line of a documentation test is where its example begins; a panic tells the line inside the example.
    const documentation = name.includes('.rs - ') ? /^(\S+\.rs) - .*?(?:\(line (\d+)\))?$/.exec(name) : null
    this.#failing.set(
      name,
      this.#run.add({
        title: documentation ? [name] : name.split('::'),
        file: documentation?.[1] ?? this.#target,
        line: documentation?.[2] ? Number(documentation[2]) : null,
      }),
    )
  }

  #name(): void {
    for (const [name, draft] of this.#failing) {
      // Before 1.73 the place came after the message, in quotes that could span lines.
      const raw = this.#blocks.get(name)
      if (!raw) continue
      const late = raw.some(line => line.includes("', "))
        ? raw.map(line => /', (\S+\.rs):(\d+)(?::\d+)?$/.exec(line)).find(found => found !== null)
        : undefined
      const lines = late
        ? raw
            .map(line => line.replace(/', \S+\.rs:\d+(?::\d+)?$/, '').replace(/^(thread .+ panicked at) '/, '$1\n'))
            .flatMap(line => line.split('\n'))
        : raw
      if (late) draft.file ??= late[1] ?? null
      if (late && draft.file === late[1]) draft.line = Number(late[2])
      const panic = lines.findIndex(line => line.includes(' panicked at'))
      const at =
        panic === -1
          ? /did not panic as expected at (\S+\.rs):(\d+)/.exec(lines[0] ?? '')
          : /panicked at (\S+\.rs):(\d+)/.exec(lines[panic] ?? '')
      const said = panic === -1 ? lines : [...lines.slice(panic + 1), ...lines.slice(0, panic + 1)]
      for (const line of said) this.#run.detail(draft, line)
      if (at && draft.line === null && (draft.file === null || draft.file === at[1])) {
        draft.file = at[1] ?? null
        draft.line = Number(at[2])
      }
    }
    this.#failing = new Map()
  }
}
