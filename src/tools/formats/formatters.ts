import { FailureGatherer } from '../reading/gather.ts'
import type { FoundReading, LineReader, ReadContext, ReaderPlan } from '../reading/reader.ts'

/** Formatters in checking mode: prettier, ruff format, rustfmt, gofmt -l, black, deno fmt. */
export const formatters: ReaderPlan = {
  tool: 'formatters',
  starts: [
    'Checking formatting...',
    'Would reformat: ',
    'would reformat ',
    'Diff in ',
    'from /',
    '[warn] ',
    '[error] ',
  ],
  startsFor: ['prettier'],
  create: context => new Formatters(context),
}

class Formatters implements LineReader {
  readonly #context: ReadContext
  readonly #runs = new Map<string, { run: FailureGatherer; closed: boolean }>()
  #prettier = false
  #files = new Set<string>()
  readonly #listed: string[] = []

  constructor(context: ReadContext) {
    this.#context = context
  }

  line(text: string): void {
    if (text === 'Checking formatting...') {
      this.#prettier = true
      this.#of('prettier')
    } else if (this.#prettier || this.#context.primed.has('prettier')) this.#inPrettier(text)
    const ruff = /^[Ww]ould reformat:? (\S+)$/.exec(text)?.[1]
    if (ruff) this.#add(this.#context.primed.has('ruff') || text.startsWith('Would') ? 'ruff' : 'black', ruff, null)
    const rustfmt = /^Diff in (\S+?)(?: at line |:)(\d+):$/.exec(text)
    if (rustfmt) this.#add('rustfmt', rustfmt[1] ?? '', Number(rustfmt[2]))
    const deno = /^from (\/\S+):$/.exec(text)?.[1]
    if (deno && /\.(?:[cm]?[jt]sx?|jsonc?|md)$/.test(deno)) this.#add('deno fmt', deno, null)
  }

  end(exitCode: number | null): readonly FoundReading[] {
    if (!this.#prettier && exitCode !== 0 && exitCode !== null)
      for (const file of this.#listed) this.#add('prettier', file, null)
    return [...this.#runs].map(([tool, { run, closed }]) =>
      run.diagnostics(tool, { complete: closed || run.drafts.length > 0, weight: 'banner' }),
    )
  }

  #inPrettier(text: string): void {
    const file = /^\[warn\] (\S+\.\w+)$/.exec(text)?.[1]
    if (file) this.#add('prettier', file, null)
    const broken = /^\[error\] (\S+\.\w+): (\w*Error: .+?(?: \((\d+):\d+\))?)$/.exec(text)
    if (broken)
      this.#of('prettier').run.add({
        title: [broken[2] ?? ''],
        file: broken[1] ?? null,
        line: broken[3] ? Number(broken[3]) : null,
        rule: 'syntax',
        message: broken[2] ?? '',
        family: 'syntax',
      })
    const none = /^\[error\] (No files matching the pattern.*)$/.exec(text)?.[1]
    if (none) this.#of('prettier').run.note(none)
    // With --list-different there is nothing but the names.
    if (!this.#prettier && /^(?:\.\/)?[\w@.-]+(?:\/[\w@.[\]-]+)*\.\w{1,5}$/.test(text)) this.#listed.push(text)
    if (/^(?:All matched files use|Code style issues|Error occurred when checking)/.test(text))
      this.#of('prettier').closed = true
  }

  #of(tool: string): { run: FailureGatherer; closed: boolean } {
    const known = this.#runs.get(tool) ?? { run: new FailureGatherer(this.#context), closed: false }
    this.#runs.set(tool, known)
    return known
  }

  #add(tool: string, file: string, line: number | null): void {
    if (this.#files.has(`${tool} ${file}`)) return
    this.#files.add(`${tool} ${file}`)
    const message = `${file} is not formatted`
    this.#of(tool).run.add({ title: [message], file, line, rule: 'format', message, family: 'format' })
  }
}
