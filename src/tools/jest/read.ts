import { type FailureDraft, FailureGatherer, indentOf, numbered } from '../reading/gather.ts'
import { Leap } from '../reading/leap.ts'
import type { FoundReading, LineReader, Owned, ReadContext, ReaderPlan } from '../reading/reader.ts'
import type { TestCounts } from '../reading/reading.ts'

export const jest: ReaderPlan = {
  tool: 'jest',
  wakes: ['FAIL ', 'PASS ', 'Test Suites:', 'No tests found, exiting', '●  process.exit called'],
  heeds: { first: 'FPSNT·' },
  create: context => new Jest(context),
}

const RESULT = /^(FAIL|PASS)\s+(?:.*\s)?(\S+\.[cm]?[jt]sx?|\S+\.\w+)(?: \([\d.]+ m?s\))?(?: \(\d+ MB heap size\))?$/
const [SPACE, DOT, LETTER_F, BULLET] = [32, 46, 70, 0x25cf]
const TREE = /^(\s+)([✓✕√×○✎]) (?:skipped |todo )?(.+?)(?: \([\d.,]+ m?s\))?$/
// Bullets that are about the run and not about a test.
const OTHER_BULLETS = /^(?:Console|Cannot log after tests are done|Deprecation Warning|Validation (?:Error|Warning))/
const ABOUT_THE_RUN: readonly number[] = [67, 68, 86]

// A file, or what stands in brackets after it. Vitest begins its lines like jest, and goes on with the test's title.
function endsInFile(text: string, from: number, to: number): boolean {
  if (text.charCodeAt(to - 1) === 41) return true
  for (let at = to - 1; at >= from; at--) {
    const code = text.charCodeAt(at)
    if (code === SPACE || code === DOT) return code === DOT
  }
  return false
}

class Jest implements LineReader {
  readonly #context: ReadContext
  #run: FailureGatherer
  #file: string | null = null
  #draft: FailureDraft | null = null
  #bulletsHere = 0
  #treeFailures: string[][] = []
  #groups: { indent: number; name: string }[] = []
  #inTree = false
  #bare: { title: string[]; file: string }[] = []
  #repeating = false
  #footer = 0
  /** Among the lines of a failure that is only counted. */
  #passing = false
  #counts: TestCounts | null = null
  #nothing = false
  #seen = false
  readonly #found: FoundReading[] = []

  readonly #leap = new Leap({ lead: '  ', head: '● ', breaks: ['Test S', 'FAIL ', 'PASS ', 'Summar'] })

  constructor(context: ReadContext) {
    this.#context = context
    this.#run = new FailureGatherer(context)
  }

  get busy(): boolean | 'indented' {
    if (this.#footer > 0) return true
    // Below a failing file everything is indented; at the margin there is only what programs print.
    return this.#file !== null && (this.#inTree || this.#run.wants(this.#draft)) ? 'indented' : false
  }

  skim(text: string, from: number, to: number, indent: number): boolean {
    if (this.busy !== false) return false
    const first = text.charCodeAt(from + indent)
    if (first === BULLET) return this.#oneMore(text, from, to)
    if (first === LETTER_F && indent < 2) return !endsInFile(text, from, to)
    return indent > 1 || first > 127
  }

  get sated(): boolean {
    return this.#run.full && this.#file !== null && this.#draft === null && !this.#inTree && this.#footer === 0
  }

  leap(text: string, to: number): number {
    return this.#leap.from(text, to)
  }

  interrupted(): void {
    this.#passing = false
  }

  owns(text: string, from: number, to: number, indent: number): Owned {
    if (indent >= 4) return this.#passing ? 'part' : null
    this.#passing = indent === 2 && text.charCodeAt(from + 2) === BULLET && this.#oneMore(text, from, to)
    return this.#passing ? 'failure' : null
  }

  // A failure more than are kept.
  #oneMore(text: string, from: number, to: number): boolean {
    if (text.charCodeAt(from + 2) !== BULLET || !this.#run.full) return false
    if (this.#file === null || this.#draft !== null || to - from < 5) return false
    const title = text.charCodeAt(from + 4)
    if (text.charCodeAt(from + 3) !== SPACE || title === SPACE || ABOUT_THE_RUN.includes(title)) return false
    this.#bulletsHere += 1
    if (!this.#repeating) this.#run.passOver()
    return true
  }

  line(text: string): void {
    const code = text.charCodeAt(0)
    // In colour the word has a space on either side.
    if (code === 32 && (text.startsWith(' FAIL ') || text.startsWith(' PASS '))) this.#outer(text.slice(1))
    else if (text !== '' && code !== 32) this.#outer(text)
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
    // F, P, S, N, T: everything else at the margin is somebody's output.
    const code = text.charCodeAt(0)
    if (code !== 70 && code !== 80 && code !== 83 && code !== 78 && code !== 84) {
      this.#footer = 0
      return
    }
    const result =
      (text.startsWith('FAIL') || text.startsWith('PASS')) && endsInFile(text, 0, text.length)
        ? RESULT.exec(text)
        : null
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
    if (text.charCodeAt(2) === BULLET && text.startsWith('  ● ') && text.length > 4 && text.charCodeAt(4) !== SPACE) {
      this.#bullet(text.slice(4))
      return
    }
    if (this.#draft) {
      this.#run.detail(this.#draft, text)
      return
    }
    if (this.#inTree) this.#tree(text)
  }

  #bullet(title: string): void {
    this.#inTree = false
    this.#draft = null
    if (OTHER_BULLETS.test(title)) return
    this.#bulletsHere += 1
    if (!this.#repeating && !this.#run.passOver())
      this.#draft = this.#run.add({ title: title.split(' › '), file: this.#file })
  }

  #tree(text: string): void {
    if (text.trim() === '') {
      this.#inTree = this.#groups.length === 0 && this.#treeFailures.length === 0
      return
    }
    const leaf = TREE.exec(text)
    const indent = indentOf(text)
    while ((this.#groups.at(-1)?.indent ?? -1) >= indent) this.#groups.pop()
    if (!leaf) this.#groups.push({ indent, name: text.trim() })
    else if (leaf[2] === '✕' || leaf[2] === '×')
      this.#treeFailures.push([...this.#groups.map(({ name }) => name), leaf[3] ?? ''])
  }

  // The details normally follow the tree; where a reporter leaves them out, the tree alone names the failures.
  #leaveFile(): void {
    if (this.#file !== null && this.#bulletsHere === 0 && !this.#repeating)
      for (const title of this.#treeFailures) this.#bare.push({ title, file: this.#file })
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
    if (complete || this.#context.primed.has('jest'))
      for (const { title, file } of this.#bare) this.#run.add({ title, file })
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
