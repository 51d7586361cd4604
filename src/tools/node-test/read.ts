import { type FailureDraft, FailureGatherer, indentOf, MAX_FAILURES } from '../reading/gather.ts'
import { placeIn } from '../reading/paths.ts'
import type { FoundReading, LineReader, ReadContext, ReaderPlan } from '../reading/reader.ts'

/** The `spec` and `dot` reporters of node:test; its TAP is read as TAP. */
export const nodeTest: ReaderPlan = {
  tool: 'node:test',
  starts: ['▶ ', '✔ ', '✖ ', 'ℹ tests ', 'Failed tests:', '﹣ ', "Could not find '"],
  create: context => new NodeTest(context),
}

const MARK = /^(\s*)([▶✔✖﹣⚠]) (.+?)(?: \(([\d.]+)ms\))?(?: # (.+))?$/
const INFO = /^ℹ (tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) ([\d.]+)$/
const PLACE = /^test at (.+?):(\d+):\d+$/

interface Leaf {
  readonly path: readonly string[]
  readonly name: string
  readonly details: string[]
}

class NodeTest implements LineReader {
  readonly #run: FailureGatherer
  readonly #context: ReadContext
  readonly #open: { indent: number; name: string }[] = []
  readonly #leaves: Leaf[] = []
  readonly #numbers = new Map<string, number>()
  #inline: Leaf | null = null
  #listing = false
  #place: { file: string; line: number } | null = null
  #draft: FailureDraft | null = null
  #timed = 0
  #nothing = false
  #dots = false
  #empty = 0

  constructor(context: ReadContext) {
    this.#context = context
    this.#run = new FailureGatherer(context)
  }

  line(text: string): void {
    if (text.startsWith('ℹ ')) this.#info(text)
    else if (text === '✖ failing tests:' || text === 'Failed tests:') {
      this.#listing = true
      // The dot reporter prints no tree; lab does, under the same heading.
      this.#dots = text === 'Failed tests:' && this.#leaves.length === 0
    } else if (this.#listing) this.#list(text)
    else if (text.startsWith("Could not find '")) this.#nothing = true
    else this.#tree(text)
  }

  end(): readonly FoundReading[] {
    const [tests, pass] = [this.#numbers.get('tests'), this.#numbers.get('pass')]
    if (this.#nothing && tests === undefined) {
      const counts = { passed: 0, failed: 0, skipped: 0, total: 0 }
      const weight = this.#context.primed.has('node:test') ? 'footer' : 'hint'
      return [this.#run.tests('node:test', { counts, complete: true, ran: false, weight })]
    }
    this.#dropParents()
    if (this.#run.drafts.length === 0) for (const leaf of this.#leaves) this.#fromLeaf(leaf)
    if (tests === undefined || pass === undefined) return this.#unfinished()
    const of = (word: string): number => this.#numbers.get(word) ?? 0
    const failed = of('fail') + of('cancelled')
    const skipped = of('skipped') + of('todo')
    const counts = { passed: pass, failed, skipped, total: tests }
    const complete = this.#numbers.has('duration_ms') && (failed === 0 || this.#run.drafts.length > 0)
    // A file in which no test ran is passed under its own path.
    if (this.#empty > 0) this.#run.note(`${this.#empty} files passed without running a test`)
    return [this.#run.tests('node:test', { counts, complete, ran: pass + failed > this.#empty, weight: 'footer' })]
  }

  #unfinished(): readonly FoundReading[] {
    const primed = this.#context.primed.has('node:test')
    if (this.#timed === 0 && !primed && !this.#dots) return []
    const weight = this.#timed > 1 || this.#run.drafts.length > 0 || primed ? 'banner' : 'hint'
    // The dot reporter has no numbers; the list of failed tests is its end.
    return [this.#run.tests('node:test', { counts: null, complete: this.#dots, ran: this.#timed > 0, weight })]
  }

  #info(text: string): void {
    const info = INFO.exec(text)
    if (info) this.#numbers.set(info[1] ?? '', Number(info[2]))
  }

  // A suite closes with its own mark at the indent where it opened; what it says is about its children, unless it has details.
  #tree(text: string): void {
    const mark =
      text.includes('✖') || text.includes('▶') || text.includes('✔') || text.includes('﹣') ? MARK.exec(text) : null
    if (!mark) {
      if (this.#inline && this.#inline.details.length < 60) this.#inline.details.push(text)
      return
    }
    const [, spaces = '', sign = '', name = '', ms, remark] = mark
    const indent = spaces.length
    this.#inline = null
    if (ms !== undefined) this.#timed += 1
    if (sign === '✔' && indent === 0 && fileTitle(name) !== name) this.#empty += 1
    const top = this.#open.at(-1)
    const closes = sign !== '▶' && top !== undefined && top.indent === indent && top.name === name
    while ((this.#open.at(-1)?.indent ?? -1) >= indent) this.#open.pop()
    if (sign === '▶') this.#open.push({ indent, name })
    else if (sign === '✖' && remark === undefined && this.#leaves.length < MAX_FAILURES) {
      const leaf = { path: this.#open.map(group => group.name), name, details: [] }
      if (!closes) this.#leaves.push(leaf)
      this.#inline = closes ? null : leaf
    }
  }

  #list(text: string): void {
    const place = PLACE.exec(text)
    if (place) {
      this.#place = { file: place[1] ?? '', line: Number(place[2]) }
      this.#draft = null
      return
    }
    const mark = indentOf(text) === 0 && text.startsWith('✖ ') ? MARK.exec(text) : null
    if (!mark) {
      this.#run.detail(this.#draft, text)
      return
    }
    const [, , , name = '', , remark] = mark
    this.#draft = null
    // Expected to fail: a todo with its reason.
    if (remark !== undefined) return
    const leaf = this.#leaves.find(candidate => candidate.name === name)
    if (leaf) this.#leaves.splice(this.#leaves.indexOf(leaf), 1)
    const title = [...(leaf?.path ?? []), fileTitle(name)]
    this.#draft = this.#run.add({ title, file: this.#place?.file ?? null, line: this.#place?.line ?? null })
    this.#place = null
  }

  // The dot reporter lists parents as well, with no more to say than that children failed.
  #dropParents(): void {
    const own = this.#run.drafts.filter(
      ({ details }) => !/^\s*'\d+ subtests? failed'$/.test(details.find(line => line.trim() !== '') ?? ''),
    )
    this.#run.drafts.splice(0, this.#run.drafts.length, ...own)
  }

  #fromLeaf(leaf: Leaf): void {
    const file = /\.[cm]?[jt]sx?$/.test(leaf.name) ? leaf.name : null
    const draft = this.#run.add({ title: [...leaf.path, fileTitle(leaf.name)], file })
    for (const line of leaf.details) this.#run.detail(draft, line)
    const frame = leaf.details.map(placeIn).find(place => place !== null && /\.[cm]?[jt]sx?$/.test(place.file))
    if (!file && frame && !frame.file.startsWith('node:')) draft.file = frame.file
  }
}

/** A file that dies is reported as a test with its path for a name. */
const fileTitle = (name: string): string =>
  /^(?:\/|[A-Za-z]:\\).*\.[cm]?[jt]sx?$|^\S+\/\S+\.[cm]?[jt]sx?$/.test(name) ? 'file failed' : name
