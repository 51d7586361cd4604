import { before, call, loose } from '../preload/loose.ts'
import { claimRun, isWanted, type RecordFile } from '../preload/record-file.ts'
import type { RunnerPreload } from '../preload/runner-preload.ts'

export const preload: RunnerPreload = {
  modules: [[/[\\/]tape[\\/]lib[\\/]results\.js$/, onResults]],
}

const PROGRAM = /[\\/](?:tape[\\/]bin|\.bin)[\\/]tape$/

/** Its own program claims the run before it reads files of the project; any other program when it declares its first test. */
function onResults({ exports }: { exports: unknown }): void {
  const isProgram = PROGRAM.test(process.argv[1] ?? '')
  let run = isProgram && isWanted() ? new Run() : null
  const prototype = loose(exports)['prototype']
  // Called for every test, also for one inside of another.
  before(prototype, '_watch', (results, [test]) => {
    run ??= isWanted() ? new Run() : null
    run?.add(results, test, callingFile())
  })
  before(prototype, 'only', () => run?.onOnly())
  // Closed when the process exits, after the tests that never ended have failed.
  before(prototype, 'close', results => run?.close(results))
}

interface Tally {
  readonly file: string | null
  readonly name: string
  readonly isSkipped: boolean
  readonly isTodo: boolean
  readonly hasEnded: () => boolean
  hasBegun: boolean
  passed: number
  failed: number
}

/** A test can fail after its end, so nothing is told before the run is over. */
class Run {
  readonly #records = claimRun('tape')
  readonly #tests: Tally[] = []
  readonly #open = new Set<unknown>()

  constructor() {
    // An error that a test throws ends the process, and tape closes nothing then. A listener of `exit` would be in stacks.
    process.once('uncaughtExceptionMonitor', () => {
      if (process.listenerCount('uncaughtException') === 0) this.#die()
    })
  }

  add(results: unknown, test: unknown, file: string | null): void {
    this.#open.add(results)
    const { name, _skip: skip, _todo: todo } = loose(test)
    const tally: Tally = {
      file,
      name: String(name).replace(/\s+/g, ' '),
      isSkipped: Boolean(skip),
      isTodo: Boolean(todo),
      hasEnded: () => loose(test)['ended'] === true,
      hasBegun: false,
      passed: 0,
      failed: 0,
    }
    this.#tests.push(tally)
    call(test, 'once', 'prerun', () => {
      tally.hasBegun = true
    })
    call(test, 'on', 'result', (result: unknown) => count(tally, result))
  }

  onOnly(): void {
    this.#records.note({ only: true })
  }

  close(results: unknown): void {
    this.#open.delete(results)
    if (this.#open.size > 0) return
    this.#tell()
    this.#records.close()
  }

  #die(): void {
    for (const tally of this.#tests) if (tally.hasBegun && !tally.hasEnded()) tally.failed += 1
    this.#tell()
  }

  #tell(): void {
    const files = new Set(this.#tests.map(({ file }) => file))
    for (const file of files) if (file !== null) this.#records.file(file)
    for (const test of this.#tests) tell(this.#records, test)
  }
}

function count(tally: Tally, result: unknown): void {
  // A comment is a text.
  if (typeof result !== 'object') return
  const { ok, todo } = loose(result)
  if (ok || todo) tally.passed += 1
  else tally.failed += 1
}

/** The totals of tape count assertions: of each test, all but one are no tests. */
function tell(records: RecordFile, { file, name, isSkipped, isTodo, hasBegun, passed, failed }: Tally): void {
  const assertions = passed + failed
  if (assertions === 0 && (!hasBegun || isTodo)) return
  const state = failed > 0 ? 'failed' : isSkipped ? 'skipped' : isTodo ? 'todo' : 'passed'
  records.test({ file, title: [name], state })
  const [extraPassed, extraFailed] = [passed - Number(state === 'passed'), failed - Number(state === 'failed')]
  for (let at = 0; at < extraPassed; at++) records.note({ extra: 'passed' })
  for (let at = 0; at < extraFailed; at++) records.note({ extra: 'failed' })
  if (extraPassed < 0) records.note({ extra: 'uncounted' })
}

const FRAMES = 30

/** Tests do not know their files: it is the innermost one on the stack that is neither tape's nor ours. */
function callingFile(): string | null {
  const { prepareStackTrace, stackTraceLimit } = Error
  try {
    Error.stackTraceLimit = FRAMES
    Error.prepareStackTrace = (_, sites) => sites.map(site => site.getFileName())
    const stack: unknown = new Error('where').stack
    const names = Array.isArray(stack) ? stack.map(String) : []
    const own = names.find(name => /^(?:file:\/\/)?(?:\/|[A-Za-z]:)/.test(name) && !isForeign(name))
    return own?.replace(/^file:\/\//, '') ?? null
  } finally {
    Object.assign(Error, { prepareStackTrace, stackTraceLimit })
  }
}

const isForeign = (file: string): boolean => file === __filename || /[\\/]node_modules[\\/]/.test(file)
