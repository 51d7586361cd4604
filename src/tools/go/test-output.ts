const MARK = '\u0016'
const EVENT = /^(=== (?:RUN|PAUSE|CONT|NAME) {1,3}|( *)--- (PASS|FAIL|SKIP): )(\S+)(?: \([\d.]+s\))?$/
// Behind what a test printed without an end, where lines are not marked.
const LOG = /^(.*?)( {4}[^\s:]*\w\.go:\d+: .*)$/
const states: Readonly<Record<string, string>> = { PASS: 'passed', FAIL: 'failed', SKIP: 'skipped' }

/** Follows a test binary that tells everything, and gives back what it would have said on its own. */
export class GoOutput {
  readonly #verbose: boolean
  readonly #tell: (name: string, state: string) => void
  readonly #close: () => void
  /** What each test has logged and not yet shown. */
  readonly #logs = new Map<string, string[]>()
  #current = ''
  #inLog = false
  #ended = false

  constructor(verbose: boolean, tell: (name: string, state: string) => void, close: () => void) {
    this.#verbose = verbose
    this.#tell = tell
    this.#close = close
  }

  /** The line as it is to be shown, with its end; empty when it is not. */
  line(text: string): string {
    const at = text.indexOf(MARK)
    // What a test printed without an end stands in front of the next event, on one line with it.
    const printed = at > 0 ? text.slice(0, at) : ''
    const line = at === -1 ? text : text.slice(at + 1)
    const event = EVENT.exec(line)
    if (event) return printed + this.#event(line, event)
    if (line === 'PASS' || line === 'FAIL') this.#ended = true
    if (this.#verbose) return `${line}\n`
    const log = this.#current === '' ? null : this.#log(line)
    if (log !== null) return printed + log
    this.#inLog = false
    return `${printed}${line}\n`
  }

  /** Only a binary that has said PASS or FAIL has come to its end, whatever it exits with. */
  end(): void {
    if (this.#ended) this.#close()
  }

  /** Keeps what is a test's log for its end, and gives back what stands in front of it; null for anything else. */
  #log(line: string): string | null {
    const [, front, text] = LOG.exec(line) ?? (this.#inLog && line.startsWith('        ') ? ['', '', line] : [])
    if (text === undefined) return null
    this.#inLog = true
    const logs = this.#logs.get(this.#current)
    if (logs) logs.push(text)
    else this.#logs.set(this.#current, [text])
    return front ?? ''
  }

  #event(line: string, [, start = '', indent, word, name = '']: RegExpExecArray): string {
    this.#inLog = false
    if (word === undefined) {
      this.#current = start.startsWith('=== PAUSE') ? '' : name
      return this.#verbose ? `${line}\n` : ''
    }
    this.#tell(name, states[word] ?? 'failed')
    const logs = this.#logs.get(name) ?? []
    this.#logs.delete(name)
    if (this.#verbose) return `${line}\n`
    if (word !== 'FAIL') return ''
    return [line, ...logs.map(log => (indent ?? '') + log)].map(shown => `${shown}\n`).join('')
  }
}
