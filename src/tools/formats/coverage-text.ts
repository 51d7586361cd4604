import { blank, FailureGatherer } from '../reading/gather.ts'
import type { FoundReading, LineReader, ReadContext, ReaderPlan } from '../reading/reader.ts'
import { type Coverage, NO_COVERAGE } from '../reading/reading.ts'

/** Coverage as people read it: istanbul's table and summary, node:test, bun, coverage.py, go. */
export const coverageText: ReaderPlan = {
  tool: 'coverage',
  starts: [
    'File ',
    'file ',
    'ℹ file',
    '# file',
    'Statements ',
    'Lines ',
    'TOTAL ',
    'coverage: ',
    'total:',
    'ok  \t',
    'ERROR: Coverage for ',
    'Jest: "',
    'Jest: Coverage for ',
    'ℹ Error: ',
    '# Error: ',
    'FAIL Required test coverage',
    'Coverage failure',
    'Name ',
    'Error: coverage',
  ],
  create: context => new CoverageText(context),
}

const BELOW =
  /^(?:(?:ERROR|Jest): Coverage for (\w+) \(([\d.]+)%\) does not meet (?:.* )?threshold \(([\d.]+)%\)|Jest: ".+" coverage threshold for (\w+) \(([\d.]+)%\) not met: ([\d.]+)%|FAIL Required test coverage of ([\d.]+)% not reached\. Total coverage: ([\d.]+)%|Coverage failure: total of ([\d.]+) is less than fail-under=([\d.]+)|Error: ([\d.]+)% \w+ coverage does not meet threshold of ([\d.]+)%)/

class CoverageText implements LineReader {
  readonly #below: FailureGatherer
  #columns: string[] | null = null
  #figures: Coverage | null = null
  #tool = 'coverage'
  #go: number[] = []
  #python = false

  constructor(context: ReadContext) {
    this.#below = new FailureGatherer(context)
  }

  line(text: string): void {
    const body = text.replace(/^[ℹ#] /, '')
    if (/^(?:File|file)\s*\|.*%/.test(body)) this.#columns = body.split('|').map(cell => cell.trim().toLowerCase())
    else if (this.#columns && /^all files\s*\|/i.test(body)) this.#row(body)
    else if (/^Name\s+Stmts\s+Miss/.test(text)) this.#python = true
    else if (this.#python && text.startsWith('TOTAL ')) this.#total(text)
    else if (/^(?:Statements|Branches|Functions|Lines)\s+: /.test(text)) this.#summary(text)
    else if (text.includes('% of statements') || text.startsWith('total:')) this.#goFigures(text)
    else if (BELOW.test(body)) this.#threshold(body)
  }

  end(): readonly FoundReading[] {
    if (this.#go.length === 1) this.#figures ??= { ...NO_COVERAGE, statements: this.#go[0] ?? null }
    if (!this.#figures && this.#below.drafts.length === 0) return []
    const failures = this.#below.failures('diagnostics')
    return [{ weight: 'banner', reading: { ...blank(this.#tool, 'coverage'), coverage: this.#figures, failures } }]
  }

  #row(text: string): void {
    const cells = text.split('|').map(cell => cell.trim())
    const of = (...words: string[]): number | null => {
      const at = this.#columns?.findIndex(column => words.some(word => column.includes(word))) ?? -1
      return at > 0 && cells[at] !== '' && cells[at] !== undefined ? Number(cells[at]) : null
    }
    this.#figures = {
      ...NO_COVERAGE,
      statements: of('stmt'),
      branches: of('branch'),
      functions: of('func'),
      lines: of('% line', 'line %'),
    }
    this.#columns = null
  }

  #total(text: string): void {
    const cells = text.split(/\s+/)
    const [covered, percent] = [Number(cells[1]) - Number(cells[2]), Number((cells.at(-1) ?? '').replace('%', ''))]
    this.#python = false
    this.#tool = 'coverage.py'
    if (Number.isFinite(percent))
      this.#figures = { ...NO_COVERAGE, lines: percent, statements: percent, covered, total: Number(cells[1]) }
  }

  #summary(text: string): void {
    const found = /^(\w+)\s+: ([\d.]+)%(?: \( (\d+)\/(\d+) \))?/.exec(text)
    if (!found) return
    const [, word = '', percent, covered, total] = found
    const lines = word === 'Lines' && covered !== undefined ? { covered: Number(covered), total: Number(total) } : {}
    this.#figures = { ...(this.#figures ?? NO_COVERAGE), [word.toLowerCase()]: Number(percent), ...lines }
  }

  #goFigures(text: string): void {
    const total = /^total:\s+\(statements\)\s+([\d.]+)%/.exec(text)?.[1]
    const one = /coverage: ([\d.]+)% of statements/.exec(text)?.[1]
    this.#tool = 'go cover'
    if (total) this.#figures = { ...NO_COVERAGE, statements: Number(total) }
    else if (one && this.#go.length < 100) this.#go.push(Number(one))
  }

  #threshold(text: string): void {
    const found =
      BELOW.exec(text)
        ?.slice(1)
        .filter(group => group !== undefined) ?? []
    this.#below.add({
      title: [text],
      rule: /^\d/.test(found[0] ?? '') ? 'total' : (found[0] ?? 'total'),
      message: text,
      family: 'coverage',
    })
  }
}
