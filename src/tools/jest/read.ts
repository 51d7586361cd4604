import { type FailureDraft, FailureGatherer, indentOf, numbered } from '../reading/gather.ts'
import type { FoundReading, LineReader, ReadContext, ReaderPlan } from '../reading/reader.ts'
import type { TestCounts } from '../reading/reading.ts'

export const jest: ReaderPlan = {
  tool: 'jest',
  starts: ['FAIL ', 'PASS ', 'Test Suites:', 'No tests found, exiting', '●  process.exit called'],
  create: context => new Jest(context),
}

const RESULT = /^(FAIL|PASS)\s+(?:.*\s)?(\S+\.[cm]?[jt]sx?|\S+\.\w+)(?: \([\d.]+ m?s\))?(?: \(\d+ MB heap size\))?$/
const TREE = /^(\s+)([✓✕√×○✎]) (?:skipped |todo )?(.+?)(?: \([\d.,]+ ?m?s\))?$/
// Bullets that are about the run and not about a test.
const OTHER_BULLETS = /^(?:Console|Cannot log after tests are done|Deprecation Warning|Validation (?:Error|Warning))/

/** A failure that only the tree names, and the lines below it, where a reporter prints them there. */
interface BareFailure {
  readonly title: string[]
  readonly indent: number
  readonly details: string[]
}

const isValue = (line: string): boolean => /^\s+(?:Expected|Received)\b.*:/.test(line)

class Jest implements LineReader {
  readonly #context: ReadContext
  #run: FailureGatherer
  #file: string | null = null
  #draft: FailureDraft | null = null
  #bulletsHere = 0
  #treeFailures: BareFailure[] = []
  #groups: { indent: number; name: string }[] = []
  #inTree = false
  #bare: (BareFailure & { readonly file: string })[] = []
  #repeating = false
  #footer = 0
  #counts: TestCounts | null = null
  #nothing = false
  #seen = false
  readonly #found: FoundReading[] = []

  constructor(context: ReadContext) {
    this.#context = context
    this.#run = new FailureGatherer(context)
  }

  line(text: string): void {
    // In color the word has a space on either side.
    if (text.startsWith(' FAIL ') || text.startsWith(' PASS ')) this.#outer(text.slice(1))
    else if (text !== '' && !text.startsWith(' ')) this.#outer(text)
    else if (this.#file !== null) this.#inner(text)
    else if (text.startsWith('  ●  process.exit called')) {
      this.#seen = true
      this.#run.note('process.exit was called before the run had ended')
    }
  }

  end(): readonly FoundReading[] {
    this.#leaveFile()
    if (this.#seen || this.#nothing || this.#counts) this.#finish()
    return this.#found
  }

  #outer(text: string): void {
    const result = RESULT.exec(text)
    if (result) {
      this.#leaveFile()
      this.#seen = true
      this.#file = result[1] === 'FAIL' ? (result[2] ?? null) : null
      this.#inTree = true
    } else if (text.startsWith('Summary of all failing tests')) {
      this.#leaveFile()
      this.#repeating = true
    } else if (text.startsWith('No tests found, exiting with code')) this.#nothing = true
    else this.#closing(text)
  }

  #closing(text: string): void {
    if (/^Test Suites: .*\d+ total$/.test(text)) {
      this.#leaveFile()
      this.#footer = 1
    } else if (this.#footer === 1 && /^Tests:\s+.*\d+ total$/.test(text)) {
      const by = numbered(text)
      const [failed, passed] = [by.get('failed') ?? 0, by.get('passed') ?? 0]
      const skipped = (by.get('skipped') ?? 0) + (by.get('todo') ?? 0)
      this.#counts = { passed, failed, skipped, total: by.get('total') ?? 0 }
      this.#footer = 2
    } else if (this.#footer === 2 && text.startsWith('Snapshots:')) this.#footer = 3
    else if (this.#footer >= 2 && /^Time:\s+[\d.,]+ ?m?s/.test(text)) {
      this.#footer = 4
      this.#finish()
    } else if (this.#footer > 0 && text !== '') this.#footer = 0
  }

  #inner(text: string): void {
    if (/^ {2}● \S/.test(text)) this.#bullet(text.slice(4))
    else if (this.#draft) this.#run.detail(this.#draft, text)
    else if (this.#inTree) this.#tree(text)
  }

  #bullet(title: string): void {
    this.#inTree = false
    this.#draft = null
    if (OTHER_BULLETS.test(title)) return
    this.#bulletsHere += 1
    if (!this.#repeating) this.#draft = this.#run.add({ title: title.split(' › '), file: this.#file })
  }

  #tree(text: string): void {
    if (text.trim() === '') {
      this.#inTree = this.#groups.length === 0 && this.#treeFailures.length === 0
      return
    }
    const leaf = TREE.exec(text)
    const indent = indentOf(text)
    const failed = this.#treeFailures.at(-1)
    if (!leaf && failed && indent > failed.indent) {
      failed.details.push(text)
      return
    }
    while ((this.#groups.at(-1)?.indent ?? -1) >= indent) this.#groups.pop()
    if (!leaf) this.#groups.push({ indent, name: text.trim() })
    else if (leaf[2] === '✕' || leaf[2] === '×')
      this.#treeFailures.push({ title: [...this.#groups.map(({ name }) => name), leaf[3] ?? ''], indent, details: [] })
  }

  // The details normally follow the tree; where a reporter leaves them out, the tree alone names the failures.
  #leaveFile(): void {
    if (this.#file !== null && this.#bulletsHere === 0 && !this.#repeating)
      for (const failure of this.#treeFailures) this.#bare.push({ ...failure, file: this.#file })
    this.#file = null
    this.#draft = null
    this.#bulletsHere = 0
    this.#treeFailures = []
    this.#groups = []
    this.#inTree = false
  }

  #finish(): void {
    const counts = this.#nothing ? { passed: 0, failed: 0, skipped: 0, total: 0 } : this.#counts
    const complete = this.#footer === 4 || this.#nothing
    // Values below a test are as much jest's own as its closing lines.
    if (complete || this.#context.primed.has('jest') || this.#bare.some(({ details }) => details.some(isValue)))
      for (const { title, file, details } of this.#bare) {
        const draft = this.#run.add({ title, file })
        for (const line of details) this.#run.detail(draft, line)
      }
    this.#bare = []
    const ran = !this.#nothing && (counts === null || counts.passed + counts.failed > 0 || this.#run.drafts.length > 0)
    const weight = complete ? 'footer' : this.#run.drafts.length > 0 || this.#run.notes.length > 0 ? 'banner' : 'hint'
    this.#found.push(this.#run.tests('jest', { counts, complete, ran, weight }))
    this.#run = new FailureGatherer(this.#context)
    this.#counts = null
    this.#nothing = false
    this.#seen = false
    this.#footer = 0
    this.#repeating = false
  }
}
