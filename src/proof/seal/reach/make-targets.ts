/** A rule of a makefile or a recipe of a justfile, as far as its text shows. */
interface Rule {
  readonly needs: readonly string[]
  readonly lines: readonly string[]
}

function rulesIn(text: string): ReadonlyMap<string, Rule> {
  const rules = new Map<string, { needs: string[]; lines: string[] }>()
  let open: { needs: string[]; lines: string[] }[] = []
  for (const line of text.replace(/\\\n\s*/g, ' ').split(/\r?\n/)) {
    if (/^\s+\S/.test(line)) {
      for (const rule of open) rule.lines.push(line.trim().replace(/^[@+-]+/, ''))
      continue
    }
    const [, heads, needs = ''] = /^@?([^\s:#=][^:#=]*?)\s*::?(?![=:])\s*([^#]*)/.exec(line) ?? []
    if (heads === undefined) continue
    // A recipe of a justfile may take parameters, so only the first word is its name; in a makefile all words are names.
    open = heads.split(/\s+/).map(head => {
      const rule = rules.get(head) ?? { needs: [], lines: [] }
      rules.set(head, rule)
      const [needed = '', inline] = needs.split(';')
      rule.needs.push(...needed.split(/[\s()&|]+/).filter(word => word !== ''))
      if (inline !== undefined) rule.lines.push(inline.trim())
      return rule
    })
  }
  return rules
}

/** The shell lines of these targets and their prerequisites; without targets, those of the first rule. */
export function linesOfTargets(text: string, targets: readonly string[]): readonly string[] {
  const rules = rulesIn(text)
  const first = [...rules.keys()].find(name => !name.startsWith('.'))
  const queue = targets.length > 0 ? [...targets] : first === undefined ? [] : [first]
  const seen = new Set<string>()
  const lines: string[] = []
  for (const target of queue) {
    const rule = rules.get(target)
    if (!rule || seen.has(target)) continue
    seen.add(target)
    queue.push(...rule.needs)
    lines.push(...rule.lines)
  }
  return lines
}

/** Files that a makefile includes. */
export const includedFiles = (text: string): readonly string[] =>
  [...text.matchAll(/^[-s]?(?:include|import)\s+(.+)$/gm)].flatMap(([, names = '']) =>
    names.split(/\s+/).map(name => name.replace(/^["']|["']$/g, '')),
  )
