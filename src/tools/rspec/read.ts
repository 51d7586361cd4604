import { type FailureDraft, FailureGatherer } from '../reading/gather.ts'
import { placeIn } from '../reading/paths.ts'
import type { FoundReading, LineReader, ReadContext, ReaderPlan } from '../reading/reader.ts'

export const rspec: ReaderPlan = {
  tool: 'rspec',
  starts: [
    'Failures:',
    'Finished in ',
    'An error occurred ',
    'No examples found',
    'rspec ',
    'Run options: include',
    'All examples were filtered out',
    '/',
  ],
  startsAfterNumber: ['examples', 'example'],
  create: context => new Rspec(context),
}

const FOOTER = /^(\d+) examples?, (\d+) failures?(?:, (\d+) pending)?(?:, (\d+) errors? occurred outside of examples)?$/
const FINISHED = /^Finished in .+ \(files took .+ to load\)$/
const ENTRY = /^ {2}(\d+)\) (.+)$/
const RERUN = /^rspec '?(\.?\/?[^'#\s]+?)(?::(\d+)|\[[\d:]+\])'? # (.+)$/
const LOADING = /^An error occurred while loading (\S+?)\.(?: - Did you mean\?)?$/

class Rspec implements LineReader {
  readonly #context: ReadContext
  readonly #run: FailureGatherer
  #listing = false
  #draft: FailureDraft | null = null
  #finished = false
  #totals: { examples: number; failures: number; pending: number; errors: number } | null = null
  #seen = false

  constructor(context: ReadContext) {
    this.#context = context
    this.#run = new FailureGatherer(context)
  }

  line(text: string): void {
    if (text === 'Failures:') this.#listing = true
    else if (text === "Pending: (Failures listed here are expected and do not affect your suite's status)")
      this.#listing = false
    else if (text.startsWith('Finished in ')) this.#finish(text)
    else if (this.#finished && /^\d/.test(text) && FOOTER.test(text)) this.#total(FOOTER.exec(text))
    else if (text.startsWith('rspec ')) this.#rerun(text)
    else if (text.startsWith('An error occurred ')) this.#outside(text)
    else if (!text.startsWith(' ') && text.includes(': [BUG] ')) this.#crash(text)
    else this.#inside(text)
  }

  end(): readonly FoundReading[] {
    if (!this.#totals && !this.#seen) return []
    const totals = this.#totals
    const counts = totals && {
      passed: totals.examples - totals.failures - totals.pending,
      failed: totals.failures + totals.errors,
      skipped: totals.pending,
      // A file that could not be loaded is a failure without an example.
      total: totals.examples + totals.errors,
    }
    const ran = totals === null || totals.examples - totals.pending > 0 || this.#broken()
    return [
      this.#run.tests('rspec', {
        counts,
        complete: totals !== null,
        ran,
        weight: totals ? 'footer' : this.#context.primed.has('rspec') ? 'banner' : 'hint',
      }),
    ]
  }

  // A file that is there and cannot be loaded; one that is not there is a pattern that matched nothing.
  #broken(): boolean {
    return this.#run.drafts.some(({ file, details }) => {
      const own = file?.replace(/^\.\//, '')
      return own !== undefined && !details.some(line => line.includes('cannot load such file') && line.endsWith(own))
    })
  }

  #finish(text: string): void {
    this.#listing = false
    this.#draft = null
    if (FINISHED.test(text)) {
      this.#finished = true
      this.#seen = true
    }
  }

  #total(found: RegExpExecArray | null): void {
    if (!found) return
    const [, examples, failures, pending, errors] = found.map(Number)
    this.#totals = { examples: examples ?? 0, failures: failures ?? 0, pending: pending || 0, errors: errors || 0 }
  }

  #crash(text: string): void {
    const [, file, line, message = ''] = /^(\S+\.rb):(\d+): \[BUG\] (.+)$/.exec(text) ?? []
    if (file) this.#run.add({ title: ['the interpreter crashed'], file, line: Number(line), message, family: 'crash' })
    this.#seen ||= file !== undefined
  }

  #outside(text: string): void {
    const loading = LOADING.exec(text)?.[1]
    this.#seen = true
    this.#listing = false
    this.#draft = this.#run.add(
      loading
        ? { title: ['could not be loaded'], file: loading }
        : { title: [text.replace(/^An error occurred (?:in|while) |\.$/g, '')] },
    )
  }

  #inside(text: string): void {
    const entry = this.#listing ? ENTRY.exec(text) : null
    if (entry) {
      this.#seen = true
      this.#draft = this.#run.add({ title: [(entry[2] ?? '').replace(/ FIXED$/, '')] })
      return
    }
    if (!this.#draft) return
    const place = /^\s+# (\.\/\S+?_spec\.rb):(\d+)/.exec(text)
    if (place && this.#draft.file === null) {
      this.#draft.file = place[1] ?? null
      this.#draft.line = Number(place[2])
    }
    if (!/^\s+(?:rspec \.\/|Failure\/Error: )/.test(text)) this.#run.detail(this.#draft, text)
    else if (this.#draft.message === null && this.#draft.details.length > 0)
      this.#run.detail(this.#draft, placeIn(text)?.file ?? '')
  }

  // The list for re-running comes last and knows the file of every example.
  #rerun(text: string): void {
    const found = RERUN.exec(text)
    if (!found) return
    const [, file = '', line, title = ''] = found
    const draft = this.#run.drafts.find(
      candidate =>
        candidate.title[0] === title && (candidate.file === null || candidate.file.endsWith(file.replace(/^\.\//, ''))),
    )
    if (draft) {
      draft.file = file
      draft.line ??= line ? Number(line) : null
    } else if (this.#finished) this.#run.add({ title: [title], file, line: line ? Number(line) : null })
  }
}
