import { isTestTool, namedTools } from '../../tools/commands/tool-names.ts'
import { blank } from '../../tools/reading/gather.ts'
import { LaneRouter } from '../../tools/reading/lanes.ts'
import { PlainLines } from '../../tools/reading/plain.ts'
import type { FoundReading } from '../../tools/reading/reader.ts'
import type { OutputReading, ToolReading } from '../../tools/reading/reading.ts'
import { OutputBlock } from './output-block.ts'

export interface OutputFacts {
  /** The command line, if known: it shows which tools should have reported. */
  readonly command?: string
  /** Absolute paths below it become relative. */
  readonly root?: string
}

/** Reads the output of a run that is held in memory. */
export function readOutput(text: string, exitCode: number | null, facts: OutputFacts = {}): OutputReading {
  const reader = new OutputReader(facts)
  reader.push(text)
  return reader.end(exitCode)
}

// More than one space follows where a line of code is marked.
const ANNOUNCES = /^> (?! )/
const SCRIPT = /^> (@?[\w./-]+)@(\S+) (\S+)(?: (\/\S+))?$/
const TARGET = /^> (?:nx run )?(@?[\w./-]+):([\w:.-]+)(?: {2}\[.*\])?$/
const ECHO = /^> (?!nx run )(\S.*)$/
const DIRECTORY = /^[^@\s]\S*\/\S+$/

/** Reads output as it arrives, in bounded memory. */
export class OutputReader {
  readonly #lines: PlainLines
  readonly #router = new LaneRouter()
  readonly #root: string | null
  readonly #expected = new Set<string>()
  readonly #told = { inFull: 0 }
  readonly #lanes = new Map<string, OutputBlock>()
  readonly #done: FoundReading[] = []
  /** Lines without a prefix. */
  #main: OutputBlock

  constructor(facts: OutputFacts) {
    this.#root = facts.root ?? null
    for (const tool of namedTools(facts.command ?? '')) this.#expected.add(tool)
    this.#main = this.#block('', '')
    this.#lines = new PlainLines(line => this.#line(line))
  }

  push(chunk: string): void {
    this.#lines.push(chunk)
  }

  end(exitCode: number | null): OutputReading {
    this.#lines.end()
    for (const block of [this.#main, ...this.#lanes.values()]) this.#done.push(...block.end(exitCode))
    const tools = blamed(this.#done, exitCode)
    return { tools: [...tools, ...silent(this.#expected, tools, exitCode)] }
  }

  #line(line: string): void {
    const { lane, text } = this.#router.route(line)
    const block = this.#lane(lane)
    if (ANNOUNCES.test(text)) this.#header(lane, block, text)
    else block.line(text)
  }

  #lane(lane: string): OutputBlock {
    if (lane === '') return this.#main
    const known = this.#lanes.get(lane)
    if (known) return known
    const block = this.#block(lane, DIRECTORY.test(lane) ? lane : '')
    this.#lanes.set(lane, block)
    return block
  }

  // Package managers announce every script they run; the following lines belong to another run, possibly of another package.
  #header(lane: string, block: OutputBlock, text: string): void {
    const script = SCRIPT.exec(text) ?? TARGET.exec(text)
    if (script) {
      // Only the exit code of the last run is known.
      this.#done.push(...block.end(null).map(({ reading, weight }) => ({ reading, weight })))
      const next = this.#block(script[1] ?? lane, this.#directory(script[4]) ?? block.directory)
      if (lane === '') this.#main = next
      else this.#lanes.set(lane, next)
      return
    }
    const echo = ECHO.exec(text)?.[1]
    const tools = echo === undefined || block.lines > 2 ? [] : namedTools(echo)
    for (const tool of tools) {
      this.#expected.add(tool)
      block.prime(tool)
    }
    if (tools.length === 0) block.line(text)
  }

  #directory(path: string | undefined): string | null {
    return path && this.#root && path.startsWith(`${this.#root}/`) ? path.slice(this.#root.length + 1) : null
  }

  #block(name: string, directory: string): OutputBlock {
    const context = { root: this.#root, directory, primed: new Set(this.#expected), told: this.#told }
    return new OutputBlock(context, name === '' ? null : name)
  }
}

/** If only warnings can have made the command fail, they have to be fixed. */
function blamed(found: readonly FoundReading[], exitCode: number | null): ToolReading[] {
  const explained = found.some(
    ({ reading: { failures, tests, kind, complete, ran } }) =>
      failures.length > 0 || (tests?.failed ?? 0) > 0 || (kind === 'tests' && !(complete && ran)),
  )
  if (explained || exitCode === 0 || exitCode === null) return found.map(({ reading }) => reading)
  return found.map(({ reading, warnings }) => (warnings ? { ...reading, failures: warnings } : reading))
}

/** A requested tool that printed nothing: a linter found no problems; a test runner did not finish. */
function silent(expected: ReadonlySet<string>, found: readonly ToolReading[], exitCode: number | null): ToolReading[] {
  const heard = new Set(found.map(({ tool }) => tool))
  const explained = found.some(({ kind, failures }) => kind === 'tests' || failures.length > 0)
  return [...expected].flatMap((tool): ToolReading[] => {
    if (heard.has(tool)) return []
    if (!isTestTool(tool)) {
      const said = tool === 'go build' && found.length > 0
      return exitCode === 0 && !said ? [{ ...blank(tool, 'diagnostics'), problems: { errors: 0, warnings: 0 } }] : []
    }
    if (explained) return []
    const notes = [`${tool} was expected to run, but printed no summary`]
    return [{ ...blank(tool, 'tests'), complete: false, ran: false, notes }]
  })
}
