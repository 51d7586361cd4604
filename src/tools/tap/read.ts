import { type FailureDraft, FailureGatherer, indentOf } from '../reading/gather.ts'
import type { FoundReading, LineReader, ReadContext, ReaderPlan } from '../reading/reader.ts'
import type { TestCounts } from '../reading/reading.ts'
import { readTapDiagnostic } from './diagnostic.ts'

/** TAP 12 to 14, from any runner: node:test, tap, ava, mocha, bats, vitest, prove… */
export const tap: ReaderPlan = {
  tool: 'tap',
  starts: ['TAP version ', 'ok ', 'not ok ', '1..', '# Subtest:', 'Bail out!'],
  create: context => new Tap(context),
}

const RESULT = /^( *)(not )?ok\b(?: (\d+))?(?: - | )?(.*)$/
const DIRECTIVE = /(?:^|\s)(?<!\\)#\s*(skip|todo)\b:?\s*(.*)$/i
const REMARK = /\s(?<!\\)# (?:time=[\d.]+m?s|in \d+ ms|timeout after .*)\s*$/
const FOOTER = /^# (tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) ([\d.]+)$/
const STEP = 4

interface Level {
  name: string | null
  children: number
  failedChildren: number
}

class Tap implements LineReader {
  readonly #context: ReadContext
  readonly #run: FailureGatherer
  readonly #levels: Level[] = []
  readonly #footer = new Map<string, number>()
  readonly #leaves = { passed: 0, failed: 0, skipped: 0 }
  readonly #tops = { passed: 0, failed: 0, skipped: 0 }
  #empty = 0
  #version = false
  #plan: number | null = null
  #top = 0
  #last = Number.NaN
  #outOfOrder = false
  #draft: FailureDraft | null = null
  #yaml: { indent: number; lines: string[] } | null = null
  #pendingSuite: { level: number; title: string[]; failedChildren: number } | null = null
  #tool = 'tap'
  #bailed = false

  constructor(context: ReadContext) {
    this.#context = context
    this.#run = new FailureGatherer(context)
  }

  line(text: string): void {
    if (this.#yaml) {
      this.#inYaml(text)
      return
    }
    const indent = indentOf(text)
    const body = indent === 0 ? text : text.slice(indent)
    if (body === '---') this.#yaml = { indent, lines: [] }
    else if ((body.startsWith('ok') || body.startsWith('not ok')) && indent % STEP === 0) this.#result(text)
    else if (body.startsWith('# Subtest: ')) this.#subtest(indent / STEP, body.slice('# Subtest: '.length))
    else if (indent === 0 && /^1\.\.\d+/.test(body)) this.#plan = Number(/^1\.\.(\d+)/.exec(body)?.[1])
    else if (body.startsWith('TAP version ')) this.#version = true
    else if (body.startsWith('Bail out!')) this.#bailed = true
    else if (body === '}') this.#levels.length = Math.min(this.#levels.length, Math.floor(indent / STEP))
    else this.#other(text, body)
  }

  end(): readonly FoundReading[] {
    this.#closeSuite(true)
    const isStream = this.#version || this.#plan !== null || this.#run.drafts.length > 0
    if (!isStream && (this.#top === 0 || this.#outOfOrder)) return []
    const counts = this.#counts()
    const planned = this.#plan !== null && this.#top >= this.#plan
    const closed = this.#tool !== 'node:test' || this.#footer.has('duration_ms')
    const complete = planned && closed && !this.#bailed
    const weight =
      this.#plan !== null && (this.#version || this.#top > 0 || this.#plan === 0)
        ? 'footer'
        : this.#version
          ? 'banner'
          : 'hint'
    if (this.#bailed) this.#run.note('the run bailed out')
    if (this.#empty > 0) this.#run.note(`${this.#empty} files passed without running a test`)
    const ran = counts.passed + counts.failed > this.#empty
    return [this.#run.tests(this.#name(), { counts, complete, ran, weight, endless: weight === 'hint' })]
  }

  #name(): string {
    if (this.#tool !== 'tap') return this.#tool
    return ['ava', 'mocha', 'bats', 'vitest', 'deno', 'node:test'].find(name => this.#context.primed.has(name)) ?? 'tap'
  }

  #counts(): TestCounts {
    const of = (word: string): number | undefined => this.#footer.get(word)
    const { passed, failed, skipped } = this.#name() === 'deno' ? this.#tops : this.#leaves
    const total = of('tests')
    if (total === undefined || of('pass') === undefined)
      return { passed, failed, skipped, total: passed + failed + skipped }
    // Some count skipped tests among the total, some do not.
    const footFailed = (of('fail') ?? 0) + (of('cancelled') ?? 0)
    const footSkipped = of('skipped') === undefined ? skipped : (of('skipped') ?? 0) + (of('todo') ?? 0)
    const all = (of('pass') ?? 0) + footFailed + footSkipped
    return { passed: of('pass') ?? 0, failed: footFailed, skipped: footSkipped, total: Math.max(total, all) }
  }

  #inYaml(text: string): void {
    const yaml = this.#yaml
    if (!yaml) return
    if (text.trim() !== '...' || indentOf(text) !== yaml.indent) {
      if (yaml.lines.length < 120) yaml.lines.push(text.slice(yaml.indent))
      // A diagnostic that is never closed must not swallow the rest of the run.
      if (yaml.lines.length < 2000 && !/^(?:not )?ok \d+ - |^1\.\.\d+$/.test(text)) return
      this.#yaml = null
      return
    }
    this.#yaml = null
    this.#diagnosed(yaml.lines)
  }

  #diagnosed(lines: readonly string[]): void {
    const said = readTapDiagnostic(lines)
    if (said.fromNode) this.#tool = 'node:test'
    const suite = this.#pendingSuite
    if (suite && (said.failureType === null || said.failureType === 'subtestsFailed')) {
      this.#closeSuite(suite.failedChildren === 0)
      if (suite.failedChildren > 0) return
    } else if (suite) {
      this.#pendingSuite = null
      this.#draft = this.#run.add(titled(suite.title))
    }
    if (!this.#draft) return
    this.#draft.file = said.file ?? this.#draft.file
    this.#draft.line = said.line ?? this.#draft.line
    this.#draft.message = said.message ?? this.#draft.message
    for (const line of said.details) this.#run.detail(this.#draft, line)
    // Comments below a diagnostic of node:test are what the next file printed.
    if (said.fromNode) this.#draft = null
  }

  #subtest(level: number, name: string): void {
    this.#levels.length = Math.min(this.#levels.length, level)
    while (this.#levels.length < level) this.#levels.push({ name: null, children: 0, failedChildren: 0 })
    this.#levels.push({ name: unescaped(name), children: 0, failedChildren: 0 })
  }

  #result(text: string): void {
    const found = RESULT.exec(text)
    if (!found) return
    this.#closeSuite(true)
    this.#draft = null
    const level = (found[1] ?? '').length / STEP
    const rest = found[4] ?? ''
    const directive = DIRECTIVE.exec(rest)
    const name = unescaped(
      (directive ? rest.slice(0, directive.index) : rest).replace(/ \{$/, '').replace(REMARK, '').trim(),
    )
    const own = this.#levels[level]
    const container = own !== undefined && own.children > 0
    const failed = found[2] !== undefined && !directive
    if (level === 0) this.#count(found[3])
    if (level === 0) this.#tops[directive ? 'skipped' : failed ? 'failed' : 'passed'] += 1
    const parent = level > 0 ? this.#levels[level - 1] : undefined
    if (parent) {
      parent.children += 1
      if (failed) parent.failedChildren += 1
    }
    const title = [...this.#levels.slice(0, level).map(outer => outer.name ?? ''), name]
    this.#levels.length = Math.min(this.#levels.length, level)
    if (rest.endsWith(' {')) {
      this.#subtest(level, name)
      return
    }
    if (container) {
      if (failed) this.#pendingSuite = { level, title, failedChildren: own.failedChildren }
      return
    }
    this.#leaf(directive !== null, failed, title)
  }

  /** "ok 3 checks" is a sentence: test numbers begin with 1, or follow each other. */
  #count(number: string | undefined): void {
    this.#top += 1
    if (number === undefined) return
    const follows = Number(number) === 1 || Number(number) === this.#last + 1
    this.#outOfOrder = !follows && (this.#top === 1 || this.#outOfOrder)
    this.#last = Number(number)
  }

  #leaf(directive: boolean, failed: boolean, title: readonly string[]): void {
    if (directive) this.#leaves.skipped += 1
    else if (!failed) {
      this.#leaves.passed += 1
      // node:test passes a file in which no test ran, under the file's own path.
      if (title.length === 1 && /^\/\S+\.[cm]?[jt]s$/.test(title[0] ?? '')) this.#empty += 1
    } else {
      this.#leaves.failed += 1
      this.#draft = this.#run.add(titled(title))
    }
  }

  // A parent fails because its children do, which they have said for themselves; or for a reason of its own.
  #closeSuite(own: boolean): void {
    const suite = this.#pendingSuite
    this.#pendingSuite = null
    if (suite && own && suite.failedChildren === 0) this.#draft = this.#run.add(titled(suite.title))
    else if (suite && own) this.#draft = null
  }

  #other(text: string, body: string): void {
    const footer = text.startsWith('# ') ? FOOTER.exec(text) : null
    if (footer) {
      this.#footer.set(footer[1] ?? '', Number(footer[2]))
      if (footer[1] === 'duration_ms') this.#tool = 'node:test'
      this.#draft = null
      return
    }
    if (/^# \.\/\S+\.[jt]sx?$/.test(text)) this.#tool = 'deno'
    const place = /^# \((?:in test file|from function .* in (?:test )?file) (.+), line (\d+)/.exec(body)
    if (place) {
      this.#tool = 'bats'
      if (this.#draft) {
        this.#draft.file = place[1] ?? null
        this.#draft.line = Number(place[2])
      }
    } else if (this.#draft) this.#run.detail(this.#draft, body.startsWith('#') ? body.replace(/^# ?/, '') : text)
  }
}

/** Runners that start one process per file use the file as the outermost title. */
function titled(path: readonly string[]): { title: readonly string[]; file: string | null } {
  // How a test that never ended is listed below its own name.
  const title = path.length > 1 && /^(?:test unfinished|timeout!)$/.test(path.at(-1) ?? '') ? path.slice(0, -1) : path
  const [first = '', ...rest] = title
  const isFile = /^\S+\.(?:[cm]?[jt]sx?|bats|t|py|sh)$/.test(first)
  if (!isFile) return { title, file: null }
  return { title: rest.length > 0 ? rest : ['file failed'], file: first }
}

const unescaped = (name: string): string => name.replace(/\\([#\\])/g, '$1')
