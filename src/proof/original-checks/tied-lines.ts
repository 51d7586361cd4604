/** Whether a text has one of the names as a word. */
export const mentions = (text: string, names: readonly string[]): boolean => names.some(name => wordOf(name).test(text))

export const wordOf = (name: string): RegExp => new RegExp(`(?<![\\w$])${name.replace(/\$/g, '\\$')}(?![\\w$])`)

export const indentOf = (line: string): number => line.length - line.trimStart().length

const ASSIGNED = /^\s*(?:(?:const|let|var|auto|[\w:<>*]+)\s+[*&]?)?([\w$]+(?:\s*,\s*[\w$]+)*)\s*:?=(?!=)/

const OWN_VARIABLE = /^\s*(?:if|for|switch)\s[\w, ]+:=/

/**
 * Lines that depend on removed names. Dependencies are followed through variables from line to line. If a statement depends on one, so do
 * the lines inside it and its closing line.
 */
export function tiedLines(lines: readonly string[], names: readonly string[]): ReadonlySet<number> {
  const [declared, tied] = [new Set<string>(), new Set<string>()]
  const found = new Set<number>()
  let within: number | null = null
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue
    const closes = within !== null && indentOf(line) === within && /^\s*(?:[)\]}]|end\b)/.test(line)
    if (closes || (within !== null && indentOf(line) > within)) {
      found.add(index)
      if (closes) within = null
      continue
    }
    within = null
    const [target = '', list = ''] = ASSIGNED.exec(line) ?? []
    const own = list.split(/\s*,\s*/).filter(Boolean)
    // `if got := v.New(); got != 1 {` declares its own `got`.
    const known = OWN_VARIABLE.test(line) ? [...tied].filter(name => !own.includes(name)) : [...tied]
    const isTied = mentions(line.slice(target.length), [...names, ...known])
    for (const name of own) declared.add(name)
    // What is passed to it may be changed by it.
    for (const name of isTied ? declared : []) if (mentions(line, [name])) tied.add(name)
    for (const name of isTied ? [] : own) tied.delete(name)
    if (!isTied) continue
    found.add(index)
    within = indentOf(line)
  }
  return found
}
