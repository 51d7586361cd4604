import { Block } from './block.ts'
import { blank } from './gather.ts'
import { LaneRouter } from './lanes.ts'
import { isTestTool, namedTools } from './named-tools.ts'
import { PlainLines } from './plain.ts'
import type { Reading, ToolReading } from './reading.ts'

export interface OutputFacts {
  /** The command line, where it is known: it tells which tools ought to have spoken. */
  readonly command?: string
  /** Absolute paths below it become relative. */
  readonly root?: string
}

/** Reads the output of a run that is held in memory. */
export function readOutput(text: string, exitCode: number | null, facts: OutputFacts = {}): Reading {
  const reader = new OutputReader(facts)
  reader.push(text)
  return reader.end(exitCode)
}

const SCRIPT = /^> (@?[\w./-]+)@(\S+) (\S+)(?: (\/\S+))?$/
const TARGET = /^> (?:nx run )?(@?[\w./-]+):([\w:.-]+)(?: {2}\[.*\])?$/
const ECHO = /^> (?!nx run )(\S.*)$/

/** Reads output as it comes, in memory that does not grow with it. */
export class OutputReader {
  readonly #lines: PlainLines
  readonly #router = new LaneRouter()
  readonly #root: string | null
  readonly #expected = new Set<string>()
  readonly #lanes = new Map<string, Block>()
  readonly #done: ToolReading[] = []

  constructor(facts: OutputFacts) {
    this.#root = facts.root ?? null
    for (const tool of namedTools(facts.command ?? '')) this.#expected.add(tool)
    this.#lines = new PlainLines(line => this.#line(line))
  }

  push(chunk: string): void {
    this.#lines.push(chunk)
  }

  end(exitCode: number | null): Reading {
    this.#lines.end()
    for (const block of this.#lanes.values()) this.#done.push(...block.end(exitCode))
    return { tools: [...this.#done, ...silent(this.#expected, this.#done, exitCode)] }
  }

  #line(line: string): void {
    const { lane, text } = this.#router.route(line)
    let block = this.#lanes.get(lane)
    if (!block) {
      block = this.#block(lane, lane, /^\S+\/\S+$/.test(lane) && !lane.startsWith('@') ? lane : '')
      this.#lanes.set(lane, block)
    }
    if (text.charCodeAt(0) === 62 && text.charCodeAt(1) === 32) this.#header(lane, block, text)
    else block.line(text)
  }

  // Package managers announce every script they run; what follows is another run, of another package perhaps.
  #header(lane: string, block: Block, text: string): void {
    const script = SCRIPT.exec(text) ?? TARGET.exec(text)
    if (script) {
      // How this one ended is not known yet; that it was not the last is reason enough to list its warnings only if it had errors.
      this.#done.push(...block.end(null))
      const directory =
        script[4] && this.#root && script[4].startsWith(`${this.#root}/`)
          ? script[4].slice(this.#root.length + 1)
          : block.directory
      this.#lanes.set(lane, this.#block(lane, script[1] ?? lane, directory))
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

  #block(lane: string, name: string, directory: string): Block {
    const packageName = name === '' ? null : name
    return new Block(
      { root: this.#root, directory: lane === '' ? directory : directory, primed: new Set(this.#expected) },
      packageName,
    )
  }
}

/** What a tool that was asked for and said nothing means: for a linter, that all is well; for tests, that they never ended. */
function silent(expected: ReadonlySet<string>, found: readonly ToolReading[], exitCode: number | null): ToolReading[] {
  const heard = new Set(found.map(({ tool }) => tool))
  const someTests = found.some(({ kind }) => kind === 'tests')
  return [...expected].flatMap((tool): ToolReading[] => {
    if (heard.has(tool)) return []
    if (!isTestTool(tool)) {
      if (tool === 'go build' && found.length > 0) return []
      return exitCode === 0 ? [blank(tool, 'diagnostics')] : []
    }
    if (someTests || found.some(({ failures }) => failures.length > 0)) return []
    return [
      {
        ...blank(tool, 'tests'),
        complete: false,
        ran: false,
        notes: [`${tool} was asked for, and printed no summary`],
      },
    ]
  })
}
