import { explain } from './explain.ts'
import { familyOf } from './families.ts'
import { isFrame, isOwnFrame, ownFrame, placeIn, projectPath } from './paths.ts'
import { plain } from './plain.ts'
import type { FoundReading, ReadContext, Weight } from './reader.ts'
import type { Coverage, Failure, FailureFamily, Problems, TestCounts, ToolReading } from './reading.ts'
import { plural } from './totals.ts'

/** How many are kept by name; more are only counted. */
export const MAX_FAILURES = 2000
const MAX_DETAILED = 200
/** Of all runs in one output together. */
const MAX_DETAILED_IN_ALL = 1000
const MAX_DETAIL_LINES = 80
const MAX_VALUE = 300

/** A failure while its lines are still going by. */
export interface FailureDraft {
  /** Title path, outermost first. */
  title: readonly string[]
  file: string | null
  line: number | null
  rule: string | null
  message: string | null
  details: string[]
  family: FailureFamily | null
  /** A complaint that is no error. */
  mild: boolean
  /** So many failures came before that only one line of this one is kept. */
  readonly brief: boolean
}

type DraftFields = { readonly title: readonly string[] } & Partial<Omit<FailureDraft, 'title' | 'details' | 'brief'>>

interface DiagnosticFacts {
  readonly complete: boolean
  readonly weight: Weight
  /** What the tool itself says; else they are counted. */
  readonly problems?: Problems | null
}

/** Collects the failures of one run. Bounded: the first ones in full, later ones by name, the rest by number. */
export class FailureGatherer {
  readonly drafts: FailureDraft[] = []
  readonly notes: string[] = []
  readonly #dropped = { errors: 0, warnings: 0 }
  readonly #context: ReadContext
  readonly #told: { inFull: number }
  #mild = 0
  #lastPath: { readonly file: string; readonly path: string } | null = null

  constructor(context: ReadContext) {
    this.#context = context
    this.#told = context.told ?? { inFull: 0 }
  }

  get dropped(): number {
    return this.#dropped.errors + this.#dropped.warnings
  }

  add(fields: DraftFields): FailureDraft {
    const { title, file = null, line = null, rule = null, message = null, family = null, mild = false } = fields
    const brief = !this.#roomFor(mild ? this.#mild++ : this.drafts.length - this.#mild)
    const draft: FailureDraft = { title, file, line, rule, message, details: [], family, mild, brief }
    if (!this.isFull) this.drafts.push(draft)
    else this.#dropped[mild ? 'warnings' : 'errors'] += 1
    return draft
  }

  /** Whether more would only be counted. */
  get isFull(): boolean {
    return this.drafts.length >= MAX_FAILURES
  }

  /** Counts failures that were not added. */
  countMore(failures: number): void {
    this.#dropped.errors += failures
  }

  detail(draft: FailureDraft | null | undefined, line: string): void {
    if (!draft || draft.details.length >= (draft.brief ? 1 : MAX_DETAIL_LINES)) return
    const short = line.length > 1000 ? line.slice(0, 1000) : line
    if (!draft.brief) draft.details.push(short)
    // A list of one: there are thousands, and one that has grown is far longer than that.
    else if (short.trim() !== '') draft.details = [short]
  }

  /** A line that says more than those before it. */
  raised(draft: FailureDraft, line: string): void {
    if (draft.details.length < MAX_DETAIL_LINES) draft.details.unshift(line)
  }

  note(text: string): void {
    if (this.notes.length < 20 && !this.notes.includes(text)) this.notes.push(text)
  }

  failures(kind: ToolReading['kind'], drafts: readonly FailureDraft[] = this.drafts): Failure[] {
    const seen = new Map<string, number>()
    return drafts.map((draft, at) => {
      const failure = this.#finished(draft, kind, !draft.brief && this.#roomFor(at))
      const count = (seen.get(failure.id) ?? 0) + 1
      seen.set(failure.id, count)
      return count === 1 ? failure : { ...failure, id: `${failure.id}#${count}` }
    })
  }

  /** The reading of a run of tests. */
  tests(
    tool: string,
    facts: { counts: TestCounts | null; complete: boolean; ran: boolean; weight: Weight; endless?: boolean },
  ): FoundReading {
    const failures = this.failures('tests')
    if (this.#dropped.errors > 0) this.note(`${this.#dropped.errors} more failures are not listed`)
    const { counts, complete, ran, weight, endless } = facts
    const reading = { ...blank(tool, 'tests'), tests: counts, failures, complete, ran, notes: this.notes }
    return { weight, reading: endless ? { ...reading, endless } : reading }
  }

  /** The reading of a linter or compiler. Of warnings it only says how many. */
  diagnostics(tool: string, facts: DiagnosticFacts): FoundReading {
    const { complete, weight, problems } = facts
    const errors = this.drafts.filter(draft => !draft.mild)
    const mild = this.drafts.length - errors.length + this.#dropped.warnings
    const failures = this.failures('diagnostics', errors)
    if (mild > 0) this.note(plural(mild, 'warning'))
    const counted = { errors: failures.length + this.#dropped.errors, warnings: mild }
    const reading = { ...blank(tool, 'diagnostics'), failures, complete, notes: this.notes }
    return {
      weight,
      reading: { ...reading, problems: problems === undefined ? counted : problems },
      ...(failures.length === 0 && mild > 0 ? { warnings: this.failures('diagnostics') } : {}),
    }
  }

  // Past the limit, the name and the first line are enough.
  #roomFor(at: number): boolean {
    return at < MAX_DETAILED && this.#told.inFull < MAX_DETAILED_IN_ALL
  }

  #finished(draft: FailureDraft, kind: ToolReading['kind'], inFull: boolean): Failure {
    const place = inFull ? ownFrame(draft.details) : null
    const file = draft.file ?? (place ? place.file : null)
    const path = file === null ? null : this.#path(file)
    const name = titlePath(draft.title)
    const id = kind === 'diagnostics' ? `${path ?? ''}:${draft.rule ?? name}` : path ? `${path}::${name}` : name
    const { rule } = draft
    if (!inFull) return { id, file: path, name, rule, ...brief(draft) }
    this.#told.inFull += 1
    const said = explain(draft.details)
    const message = shorten(draft.message ?? said.message) ?? ''
    return {
      id,
      file: path,
      line: draft.line ?? (path === null ? null : lineIn(draft.details, path)),
      name,
      message,
      expected: shorten(said.expected),
      received: shorten(said.received),
      ...(said.unordered ? { unordered: true } : {}),
      frame: place && isOwnFrame(place.file) ? `${projectPath(place.file, this.#context)}:${place.line}` : null,
      rule,
      family: draft.family ?? familyOf([rule ?? '', message, ...draft.details.slice(0, 12)].join('\n')),
    }
  }

  // Complaints come file by file.
  #path(file: string): string {
    if (this.#lastPath?.file !== file) this.#lastPath = { file, path: projectPath(plain(file), this.#context) }
    return this.#lastPath.path
  }
}

export function blank(tool: string, kind: ToolReading['kind']): ToolReading {
  const coverage: Coverage | null = null
  return {
    tool,
    kind,
    package: null,
    tests: null,
    failures: [],
    complete: true,
    ran: true,
    coverage,
    problems: null,
    notes: [],
  }
}

const shorten = (text: string | null): string | null => {
  if (text === null) return null
  const clean = plain(text).trim()
  return clean.length > MAX_VALUE ? `${clean.slice(0, MAX_VALUE)}…` : clean
}

/** One spelling for title paths: some runners join them by ›, some by >, and titles contain either. */
export function titlePath(title: readonly string[]): string {
  const path = plain(title.length === 1 ? (title[0] ?? '') : title.filter(part => part !== '').join(' > '))
  return (path.includes(' › ') ? path.replaceAll(' › ', ' > ') : path).trim()
}

/** The short form of a failure past the limit. */
function brief({ message, details, line, family }: FailureDraft): Omit<Failure, 'id' | 'file' | 'name' | 'rule'> {
  const said = shorten(message ?? details.find(text => text.trim() !== '') ?? '') ?? ''
  return { line, message: said, expected: null, received: null, frame: null, family }
}

/** Where in its own file a failure happened: not always the first frame, which may be in the code under test. */
function lineIn(details: readonly string[], path: string): number | null {
  for (const line of details) {
    const place = isFrame(line) ? placeIn(line) : null
    if (place && (place.file === path || place.file.endsWith(`/${path}`) || path.endsWith(`/${place.file}`)))
      return place.line
  }
  return null
}

/** Reads "3 failed, 2 passed" style lists: every number with the word that follows it. */
export function numbered(text: string): Map<string, number> {
  const found = new Map<string, number>()
  for (const [, amount, word] of text.matchAll(/(\d+) ([a-z]+(?: [a-z]+)?)/gi)) {
    found.set((word ?? '').toLowerCase(), Number(amount))
  }
  return found
}

/** Reads "Failures: 2, Errors: 1" style lists. */
export function labelledNumbers(text: string): Map<string, number> {
  const found = new Map<string, number>()
  for (const [, word, amount] of text.matchAll(/([A-Za-z][A-Za-z ]*?)[:=]\s*(\d+)/g)) {
    found.set((word ?? '').trim().toLowerCase(), Number(amount))
  }
  return found
}

/** The number of spaces that a line begins with. */
export function indentOf(line: string): number {
  let at = 0
  while (line.charCodeAt(at) === 32) at += 1
  return at
}
