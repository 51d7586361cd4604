import { diagnosticIn } from '../formats/located/located-lines.ts'
import { FailureGatherer } from '../reading/gather.ts'
import type { FoundReading, LineReader, ReadContext, ReaderPlan } from '../reading/reader.ts'
import { GoPackages, type GoResult } from './packages.ts'

/** `go test -json`, as text among other text or as a report of its own. */
export const goJson: ReaderPlan = {
  tool: 'go test -json',
  starts: ['{"Time":"', '{"Action":"', '{"ImportPath":"'],
  wholeLines: true,
  create: context => new GoJson(context),
}

interface Event {
  readonly Action?: string
  readonly Package?: string
  readonly Test?: string
  readonly Output?: string
}

interface Tested {
  readonly results: GoResult[]
  readonly output: Map<string, string[]>
  readonly own: string[]
}

class GoJson implements LineReader {
  readonly #context: ReadContext
  readonly #packages: GoPackages
  readonly #builds: FailureGatherer
  readonly #open = new Map<string, Tested>()
  #events = 0

  constructor(context: ReadContext) {
    this.#context = context
    this.#packages = new GoPackages(new FailureGatherer(context), context.root)
    this.#builds = new FailureGatherer(context)
  }

  line(text: string): void {
    const event = text.startsWith('{"') && text.includes('"Action":"') ? parsed(text) : null
    if (event?.Action === 'build-output') this.#build(event.Output ?? '')
    if (!event?.Package || !event.Action) return
    this.#events += 1
    const tested = this.#open.get(event.Package) ?? { results: [], output: new Map(), own: [] }
    this.#open.set(event.Package, tested)
    if (event.Action === 'run' && event.Test !== undefined) tested.output.set(event.Test, [])
    else if (event.Action === 'output') keep(tested, event)
    else if (event.Test !== undefined) this.#test(tested, event.Test, event.Action)
    else if (/^(?:pass|fail|skip)$/.test(event.Action)) this.#close(event.Package, tested, event.Action)
  }

  end(): readonly FoundReading[] {
    if (this.#events === 0) return []
    const builds =
      this.#builds.drafts.length > 0 ? [this.#builds.diagnostics('go build', { complete: true, weight: 'footer' })] : []
    const left = [...this.#open]
    for (const [name, tested] of left) this.#close(name, tested, 'fail')
    return [...this.#packages.end(true, left.length === 0), ...builds]
  }

  #build(output: string): void {
    const found = diagnosticIn(output.trimEnd(), true, this.#context)
    if (found)
      this.#builds.add({
        title: [found.message],
        file: found.file,
        line: found.line,
        message: found.message,
        rule: found.rule,
      })
  }

  #test(tested: Tested, name: string, action: string): void {
    const status = { pass: 'PASS', fail: 'FAIL', skip: 'SKIP' }[action] as GoResult['status'] | undefined
    if (!status || !tested.output.has(name)) return
    const output = tested.output.get(name) ?? []
    tested.results.push({ name, status, output: output.filter(line => !/^\s*(?:===|---) /.test(line)) })
    tested.output.delete(name)
  }

  #close(name: string, tested: Tested, action: string): void {
    this.#open.delete(name)
    // A test that had begun and has no result when its package fails was running when the process died.
    if (action === 'fail')
      for (const [test, output] of tested.output)
        tested.results.push({
          name: test,
          status: 'FAIL',
          output: output.filter(line => !/^\s*(?:===|---) /.test(line)),
        })
    const failed = action === 'fail' && !tested.results.some(({ status }) => status === 'FAIL')
    this.#packages.close(name, tested.results, failed ? tested.own.filter(line => !/^FAIL$/.test(line)) : [])
    if (tested.results.length > 0) this.#packages.ran += 1
    else this.#packages.empty += 1
  }
}

function keep(tested: Tested, event: Event): void {
  // Output can name a test that never ran, where a program printed what looks like a result.
  if (event.Test !== undefined && !tested.output.has(event.Test)) return
  const lines = event.Test === undefined ? tested.own : (tested.output.get(event.Test) ?? [])
  if (lines.length < 80) lines.push((event.Output ?? '').replace(/\n$/, ''))
}

function parsed(text: string): Event | null {
  try {
    return JSON.parse(text) as Event
  } catch {
    return null
  }
}
