import { type FailureDraft, FailureGatherer } from '../../reading/gather.ts'
import type { FoundReading, LineReader, ReadContext, ReaderPlan } from '../../reading/reader.ts'
import type { Problems } from '../../reading/reading.ts'
import { type Diagnostic, diagnosticIn, isLinkError } from './located-lines.ts'
import { isPlaced } from './placed.ts'

/**
 * Compilers and linters that say everything on one line, beginning with the place: tsc, gcc, clang, javac, mypy, pyright,
 * flake8, pylint, ruff, golangci-lint, go build, rustc's short form, msbuild, eslint's unix and compact forms.
 */
export const located: ReaderPlan = {
  tool: 'located',
  starts: ['error TS', 'Success: no issues found', 'vet: '],
  startsAfterNumber: ['error', 'errors'],
  startsWhen: line => isPlaced(line) || isLinkError(line),
  create: context => new Located(context),
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
  #goPackage = false
  #number = 0
  #previous: { tool: string; draft: FailureDraft } | null = null

  constructor(context: ReadContext) {
    this.#context = context
  }

  line(text: string, number: number): void {
    this.#number = number
    // "# package" announces the compiler's complaints about it; bare "file.go:1:2: text" means nothing without it.
    // Whatever else begins with "#" is a comment, as in TAP, where it is what a test printed.
    if (text.startsWith('#')) {
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

  // A message too long for one line continues below; its rule is then at the end of that.
  #continued(text: string, { tool, draft }: { tool: string; draft: FailureDraft }): void {
    this.#previous = null
    const more = /^\s*(.*?)\s*[[(]([a-zA-Z-]+)[\])]$/.exec(text)
    if (!more || /:\d+:/.test(text)) return
    draft.rule = more[2] ?? null
    if (tool === 'mypy') draft.message = `${draft.message} ${more[1]}`.trim()
  }
}
