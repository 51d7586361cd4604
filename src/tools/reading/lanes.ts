/** Which package of a monorepo a line belongs to ('' for none), and the line without the runner's prefix. */
interface LaneLine {
  readonly lane: string
  readonly text: string
}

// A prefix is believed only after a line that could hardly be anything else has introduced it.
const INTRODUCTIONS: readonly RegExp[] = [
  /^(@?[\w./-]+:[\w:.-]+: )(?:cache (?:miss|hit|bypass)|> @?[\w./-]+@\S+ |$)/,
  /^(\S+ [\w:.-]+)\$ /,
  /^(@?[\w./-]+: )> @?[\w./-]+@\S+ /,
  /^(\[[\w@/:.-]+\]:? )(?:> @?[\w./-]+@\S+ |\$ )/,
]
/** What all introductions have in common. */
const MAY_INTRODUCE = /^\S\S+ (?:[>$] |cache |\S+\$ |$)/
const MAX_LANES = 500

/** The time that a build server writes before every line. */
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z /

/** Learns the prefixes of turbo, nx, pnpm, lerna, yarn and concurrently as they go by. */
export class LaneRouter {
  readonly #lanes = new Map<string, string>()

  route(line: string): LaneLine {
    if (line.startsWith(' ')) return { lane: '', text: line }
    const text = line.replace(TIMESTAMP, '')
    return this.#known(text) ?? (MAY_INTRODUCE.test(text) ? this.#introduced(text) : null) ?? { lane: '', text }
  }

  #known(line: string): LaneLine | null {
    if (this.#lanes.size === 0) return null
    for (let at = line.indexOf(' '), tries = 0; tries < 2; at = line.indexOf(' ', at + 1), tries += 1) {
      const prefix = at === -1 ? `${line} ` : line.slice(0, at + 1)
      const lane = this.#lanes.get(prefix)
      if (lane !== undefined) return { lane, text: at === -1 ? '' : line.slice(at + 1) }
      if (at === -1) return null
    }
    return null
  }

  #introduced(line: string): LaneLine | null {
    if (this.#lanes.size >= MAX_LANES) return null
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
