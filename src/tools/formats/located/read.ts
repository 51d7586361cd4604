import { type FailureDraft, FailureGatherer } from '../../reading/gather.ts'
import { leapLines } from '../../reading/leap.ts'
import type { FoundReading, LineReader, Owned, ReadContext, ReaderPlan } from '../../reading/reader.ts'
import type { Problems } from '../../reading/reading.ts'
import { standsAt } from '../../reading/words.ts'
import { isFrame, Leads } from './leads.ts'
import { type Diagnostic, diagnosticIn } from './located-lines.ts'
import { mayBePlaced, placeIn, roughPlaceIn } from './placed.ts'

/**
 * Compilers and linters that say everything on one line, beginning with the place: tsc, gcc, clang, javac, mypy, pyright,
 * flake8, pylint, ruff, golangci-lint, go build, rustc's short form, msbuild, eslint's unix and compact forms.
 */
export const located: ReaderPlan = {
  tool: 'located',
  wakes: ['error TS', 'Success: no issues found', 'vet: '],
  numberedWakes: ['error', 'errors'],
  wakesWhen: mayBePlaced,
  heeds: { first: '#eFS0-9', when: mayBePlaced },
  create: context => new Located(context),
}

const [SPACE, QUOTE, COLON, BAR] = [32, 39, 58, 124]
const [LETTER_F, LETTER_S] = [70, 83]

/** Whether a line without a place may say something nevertheless. */
function mayClose(text: string, from: number): boolean {
  const first = text.charCodeAt(from)
  if (first === LETTER_F) return text.startsWith('Found ', from)
  return first !== LETTER_S || text.startsWith('Success', from)
}

/** "12 | return tax", or "| ^~~" below it. */
function isCode(text: string, from: number): boolean {
  let begin = from
  while (text.charCodeAt(begin) === SPACE) begin += 1
  let at = begin
  while (isDigit(text.charCodeAt(at))) at += 1
  if (at > begin) while (text.charCodeAt(at) === SPACE) at += 1
  return text.charCodeAt(at) === BAR
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57

function isAbove(text: string, from: number, to: number): boolean {
  const colon = text.indexOf(':', from)
  return colon < to - 1 && standsAt(text, colon + 1, ' In ')
}

interface Group {
  readonly run: FailureGatherer
  /** The line at which its first came. */
  readonly from: number
  closed: boolean
  said: Problems | null
}

class Located implements LineReader {
  readonly #context: ReadContext
  readonly #groups = new Map<string, Group>()
  readonly #seen = new Set<string>()
  readonly #leads = new Leads()
  #goPackage = false
  #number = 0
  /** Among the lines of a complaint that is only counted. */
  #passing = false
  #previous: { tool: string; draft: FailureDraft } | null = null

  constructor(context: ReadContext) {
    this.#context = context
  }

  get busy(): boolean {
    return this.#previous !== null
  }

  // A line of the code that is complained of, or one that only begins like a complaint.
  skim(text: string, from: number, to: number, indent: number): boolean {
    if (this.#previous !== null) return false
    const place = placeIn(text, from, to)
    if (place === null) return text.charCodeAt(to - 1) !== QUOTE && (indent > 0 || !mayClose(text, from))
    return isFrame(text, place)
  }

  get sated(): boolean {
    return this.#leads.some && this.#previous === null
  }

  interrupted(): void {
    this.#passing = false
  }

  leap(text: string, to: number): number {
    return leapLines(text, to, (from, end) => this.#oneMore(text, from, end))
  }

  owns(text: string, from: number, to: number): Owned {
    return this.#oneMore(text, from, to) ? 'failure' : null
  }

  #oneMore(text: string, from: number, to: number): boolean {
    if (text.charCodeAt(from) === SPACE && this.#passing) return isCode(text, from)
    // "shop.c: In function 'total':" stands above a complaint.
    if (text.charCodeAt(to - 1) === COLON) return this.#passing && isAbove(text, from, to)
    const place = roughPlaceIn(text, from, to)
    const lead = place === null ? null : this.#leads.of(text, place, to)
    this.#passing = lead?.run.passOver(lead.mild) ?? false
    return this.#passing
  }

  line(text: string, number: number): void {
    const code = text.charCodeAt(0)
    this.#number = number
    // "# package" announces the compiler's complaints about it; bare "file.go:1:2: text" means nothing without it.
    // Whatever else begins with "#" is a comment, as in TAP, where it is what a test printed.
    if (code === 35) {
      this.#goPackage = /^# \S+(?: \[\S+\])?$/.test(text)
      return
    }
    const found = diagnosticIn(text, this.#goPackage, this.#context)
    if (found) this.#add(found)
    else this.#other(text)
  }

  end(): readonly FoundReading[] {
    return [...this.#groups].flatMap(([tool, group]): FoundReading[] => {
      if (group.run.drafts.length === 0 && !group.closed) return []
      const found = group.run.diagnostics(tool, {
        complete: true,
        weight: group.closed ? 'footer' : 'banner',
        ...(group.said ? { problems: group.said } : {}),
      })
      return [{ ...found, from: group.from }]
    })
  }

  #add(found: Diagnostic): void {
    const group = this.#group(found.tool)
    if (found.tool === 'javac' && !this.#fresh(found)) return
    const { file, line, rule, message } = found
    const mild = found.severity === 'warning'
    if (group.run.passOver(mild)) {
      if (found.placed && found.tool !== 'javac') this.#leads.learn(found.placed, found, group.run)
      return
    }
    const draft = group.run.add({ title: [message], file, line, rule, message, mild })
    const open = rule === null && (found.tool === 'pyright' || found.tool === 'mypy')
    this.#previous = open ? { tool: found.tool, draft } : null
  }

  // Build tools repeat the compiler's complaints in their summary.
  #fresh({ file, line, message }: Diagnostic): boolean {
    const key = `${file}:${line}:${message}`
    if (this.#seen.has(key)) return false
    if (this.#seen.size < 5000) this.#seen.add(key)
    return true
  }

  #group(tool: string): Group {
    const known = this.#groups.get(tool)
    if (known) return known
    const group: Group = {
      run: new FailureGatherer(this.#context),
      from: this.#number,
      closed: false,
      said: null,
    }
    this.#groups.set(tool, group)
    return group
  }

  #other(text: string): void {
    const previous = this.#previous
    if (previous) this.#continued(text, previous)
    const code = text.charCodeAt(0)
    // F, S and digits: how the closing lines begin, and they are short.
    if (text.length > 100) return
    if (code !== 70 && code !== 83 && !(code >= 48 && code <= 57)) return
    const mypy = /^Found (\d+) errors? in \d+ files? \(|^Success: no issues found/.exec(text)
    const pyright = mypy ? null : /^(\d+) errors?, (\d+) warnings?, \d+ informations?/.exec(text)
    if (mypy) this.#close('mypy', { errors: Number(mypy[1] ?? 0), warnings: 0 })
    else if (pyright) this.#close('pyright', { errors: Number(pyright[1]), warnings: Number(pyright[2]) })
    else if (/^Found \d+ errors?(?: in \d+ files?| in the same file.*|)\.$/.test(text) && this.#groups.has('tsc'))
      this.#close('tsc', null)
  }

  #close(tool: string, said: Problems | null): void {
    const group = this.#group(tool)
    group.closed = true
    group.said = said
  }

  // A message too long for one line goes on below; its rule then stands at the end of that.
  #continued(text: string, { tool, draft }: { tool: string; draft: FailureDraft }): void {
    this.#previous = null
    const more = /^\s*(.*?)\s*[[(]([a-zA-Z-]+)[\])]$/.exec(text)
    if (!more || /:\d+:/.test(text)) return
    draft.rule = more[2] ?? null
    if (tool === 'mypy') draft.message = `${draft.message} ${more[1]}`.trim()
  }
}
