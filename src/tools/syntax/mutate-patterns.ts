import type { Mutation } from './mutate.ts'
import type { Syntax } from './syntax.ts'

const OF_PATTERNS = /\bre\.|regex|pattern|preg_|match|\bscan\b|\bg?sub\b/i
/** A member of a class, a quantifier, an alternative: what a pattern accepts without it is less, or other. */
const PARTS = /\[\^?(?:\\.|[^\]\\\n])*\]|\\[dDwWsSbB]|(?<![\\(])[+*?]|\|[^|()[\]]+/g
const MOST_PER_LINE = 12

/** Regular expressions in these lines, each without one of its parts. Pure. */
export function patternMutations({ text, code, spoken }: Syntax, lines: ReadonlySet<number>): readonly Mutation[] {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  return [...lines].flatMap(line => {
    const start = starts[line - 1]
    if (start === undefined) return []
    const end = (starts[line] ?? text.length + 1) - 1
    return literalsIn(start, end)
      .flatMap(([from, to]) => withoutParts(line, from, to))
      .slice(0, MOST_PER_LINE)
  })

  /** Where the content of a literal is blank in code, and looks like a pattern. */
  function literalsIn(start: number, end: number): [number, number][] {
    const found: [number, number][] = []
    for (let at = start; at < end; at++) {
      if (code[at] === spoken[at] && !(found.at(-1)?.[1] === at && spoken[at] === ' ')) continue
      const last = found.at(-1)
      if (last?.[1] === at) last[1] = at + 1
      else found.push([at, at + 1])
    }
    const isNamed = OF_PATTERNS.test(code.slice(start, end))
    return found.filter(([from, to]) => {
      const content = text.slice(from, to)
      return (text[from - 1] === '/' || isNamed) && /\[[^\]]+\]|\\[dws]|[+*]|\|/.test(content)
    })
  }

  function withoutParts(line: number, from: number, to: number): Mutation[] {
    return [...text.slice(from, to).matchAll(PARTS)].flatMap(({ 0: part, index }) => {
      const at = from + index
      const changed = (becomes: string): Mutation => ({
        line,
        from: part,
        to: becomes,
        text: text.slice(0, at) + becomes + text.slice(at + part.length),
      })
      const members = /^\[(\^?)(.*)\]$/.exec(part)
      if (members === null) return [changed(/^\\/.test(part) ? 'x' : '')]
      const each = members[2]?.match(/\\.|.-(?:\\.|[^\]])|./g) ?? []
      if (each.length < 2) return []
      return each.map((_, one) => changed(`[${members[1]}${each.toSpliced(one, 1).join('')}]`))
    })
  }
}
