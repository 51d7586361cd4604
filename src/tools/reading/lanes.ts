import { Words } from './words.ts'

/** Which package of a monorepo a line belongs to, and where in a text the line stands without the runner's prefix. */
export interface Routed {
  readonly lane: string
  readonly text: string
  readonly from: number
  readonly to: number
}

// A prefix is believed only after a line that could hardly be anything else has introduced it.
const INTRODUCTIONS: readonly RegExp[] = [
  /^(@?[\w./-]+:[\w:.-]+: )(?:cache (?:miss|hit|bypass)|> @?[\w./-]+@\S+ |$)/,
  /^(\S+ [\w:.-]+)\$ /,
  /^(@?[\w./-]+: )> @?[\w./-]+@\S+ /,
  /^(\[[\w@/:.-]+\]:? )(?:> @?[\w./-]+@\S+ |\$ )/,
]

// One of these is in every introduction, but those that end in a colon and a space.
const SIGNS = ['> ', '$ ', 'cache ']

const TIMESTAMP = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z /y

const [SPACE, T, COLON, DOLLAR, GREATER, C] = [32, 84, 58, 36, 62, 99]

function mayIntroduce(text: string, from: number, to: number): boolean {
  const space = text.indexOf(' ', from)
  if (space < from + 2 || space >= to) return false
  const next = text.charCodeAt(space + 1)
  if (next === GREATER || next === DOLLAR) return true
  if (text.charCodeAt(space - 1) === COLON) return next === C || space === to - 1
  const second = text.indexOf(' ', space + 1)
  return second !== -1 && second < to && text.charCodeAt(second - 1) === DOLLAR
}

type Unprefixed = Pick<Routed, 'lane' | 'text'>

/** Behind the time that a build server writes before every line. */
function stamped(text: string, from: number, to: number): number {
  TIMESTAMP.lastIndex = from
  return TIMESTAMP.test(text) && TIMESTAMP.lastIndex <= to ? TIMESTAMP.lastIndex : from
}

/** Learns the prefixes of turbo, nx, pnpm, lerna, yarn and concurrently as they go by. */
export class LaneRouter {
  readonly #lanes = new Map<string, string>()
  readonly #signs = new Words(SIGNS)

  /** Null for a line without a prefix. */
  route(text: string, from: number, to: number): Routed | null {
    if (text.charCodeAt(from) === SPACE) return null
    const begin = text.charCodeAt(from + 10) === T ? stamped(text, from, to) : from
    const open = text.charCodeAt(to - 1) === SPACE && text.charCodeAt(to - 2) === COLON
    const introduces = (open || this.#signs.within(text, begin, to)) && mayIntroduce(text, begin, to)
    if (this.#lanes.size > 0 || introduces) {
      const line = text.slice(begin, to)
      const routed = this.#known(line) ?? (introduces ? this.#introduced(line) : null)
      if (routed) return { lane: routed.lane, text: routed.text, from: 0, to: routed.text.length }
    }
    return begin === from ? null : { lane: '', text, from: begin, to }
  }

  #known(line: string): Unprefixed | null {
    if (this.#lanes.size === 0) return null
    for (let at = line.indexOf(' '), tries = 0; tries < 2; at = line.indexOf(' ', at + 1), tries += 1) {
      const prefix = at === -1 ? `${line} ` : line.slice(0, at + 1)
      const lane = this.#lanes.get(prefix)
      if (lane !== undefined) return { lane, text: at === -1 ? '' : line.slice(at + 1) }
      if (at === -1) return null
    }
    return null
  }

  #introduced(line: string): Unprefixed | null {
    if (this.#lanes.size >= 500) return null
    for (const introduction of INTRODUCTIONS) {
      const prefix = introduction.exec(line)?.[1]
      if (prefix === undefined) continue
      if (prefix.startsWith('[') && /^\[(?:INFO|WARN|ERROR|DEBUG)/i.test(prefix)) continue
      const pnpm = /^(\S+) ([\w:.-]+)$/.exec(prefix)
      if (pnpm) this.#lanes.set(`${prefix}: `, pnpm[1] ?? '')
      else this.#lanes.set(prefix, laneName(prefix))
      return pnpm
        ? { lane: pnpm[1] ?? '', text: `> ${line.slice(prefix.length + 2)}` }
        : { lane: laneName(prefix), text: line.slice(prefix.length) }
    }
    return null
  }
}

const laneName = (prefix: string): string =>
  prefix
    .replace(/^\[/, '')
    .replace(/\]?:? $/, '')
    .replace(/:[\w.-]+$/, '')
