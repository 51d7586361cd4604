/** What a file declares and does not document. */
interface Undocumented {
  readonly name: string
  readonly line: number
}

type Declared = 'functions' | 'exports' | 'classes' | 'all'

interface Language {
  readonly files: RegExp
  readonly declarations: Readonly<Record<'function' | 'class', RegExp>>
  readonly exported: (line: string) => boolean
  readonly documented: (lines: readonly string[], at: number) => boolean
}

const languages: readonly Language[] = [
  {
    files: /\.[cm]?[jt]sx?$/,
    declarations: {
      function:
        /^\s*(?:export\s+)?(?:default\s+)?(?:async\s+)?(?:function\s*\*?\s*(?<name>[\w$]+)?\s*[(<]|(?:const|let|var)\s+(?<arrow>[\w$]+)\s*(?::[^=]+)?=\s*(?:async\s*)?(?:function\b|(?:<[^>]*>\s*)?\([^)]*\)\s*(?::[^=]+)?=>|[\w$]+\s*=>))/,
      class: /^\s*(?:export\s+)?(?:default\s+)?(?:abstract\s+)?class\s+(?<name>[\w$]+)/,
    },
    exported: line => /^\s*export\b/.test(line),
    documented: hasDocBlockAbove,
  },
  {
    files: /\.pyi?$/,
    declarations: { function: /^\s*(?:async\s+)?def\s+(?<name>\w+)/, class: /^\s*class\s+(?<name>\w+)/ },
    exported: line => /^(?:async\s+def|def|class)\s+(?!_)/.test(line),
    documented: hasDocstringBelow,
  },
]

/** The declarations of a file without documentation; null for an unsupported language. */
export function undocumented(path: string, text: string, what: Declared): Undocumented[] | null {
  const language = languages.find(({ files }) => files.test(path))
  if (!language) return null
  const lines = text.split('\n')
  return lines.flatMap((line, at) => {
    const name = declaredIn(line, language, what)
    return name === null || language.documented(lines, at) ? [] : [{ name, line: at + 1 }]
  })
}

function declaredIn(line: string, { declarations, exported }: Language, what: Declared): string | null {
  const kinds =
    what === 'functions'
      ? ['function' as const]
      : what === 'classes'
        ? ['class' as const]
        : (['function', 'class'] as const)
  for (const kind of kinds) {
    const groups = declarations[kind].exec(line)?.groups
    if (groups && (what !== 'exports' || exported(line))) return groups['name'] ?? groups['arrow'] ?? 'default'
  }
  return null
}

function hasDocBlockAbove(lines: readonly string[], at: number): boolean {
  let above = at - 1
  while (above >= 0 && /^\s*(?:@\w|$)/.test(lines[above] ?? '')) above -= 1
  if (!/\*\/\s*$/.test(lines[above] ?? '')) return false
  while (above >= 0 && !/\/\*/.test(lines[above] ?? '')) above -= 1
  return /\/\*\*/.test(lines[above] ?? '')
}

function hasDocstringBelow(lines: readonly string[], at: number): boolean {
  let below = at
  while (below < lines.length && !/:\s*(?:#.*)?$/.test(lines[below] ?? '')) below += 1
  const first = lines.slice(below + 1).find(line => line.trim() !== '')
  return /^\s*[rRbBuU]*("""|'''|"|')/.test(first ?? '')
}
