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
        /^\s*(?:export\s+)?(?:default\s+)?(?:async\s+)?(?:function\s*\*?\s*(?<name>[\w$]+)?\s*[(<]|(?:const|let|var)\s+(?<arrow>[\w$]+)\s*(?::[^=]+)?=\s*(?:async\s*)?(?:function\b|(?:<[^>]*>\s*)?\([^)]*\)\s*(?::[^=]+)?=>|[\w$]+\s*=>)|(?:[\w$]+\.)+(?<member>[\w$]+)\s*=\s*(?:async\s*)?(?:function\b|\([^)]*\)\s*=>))/,
      class: /^\s*(?:export\s+)?(?:default\s+)?(?:abstract\s+)?class\s+(?<name>[\w$]+)/,
    },
    exported: line => /^\s*(?:export\b|(?:module\.)?exports\.)/.test(line),
    documented: hasDocBlockAbove,
  },
  {
    files: /\.pyi?$/,
    declarations: { function: /^\s*(?:async\s+)?def\s+(?<name>\w+)/, class: /^\s*class\s+(?<name>\w+)/ },
    exported: line => /^(?:async\s+def|def|class)\s+(?!_)/.test(line),
    documented: hasDocstringBelow,
  },
  {
    files: /\.go$/,
    declarations: { function: /^func\s+(?:\([^)]*\)\s*)?(?<name>\w+)/, class: /^type\s+(?<name>\w+)/ },
    exported: line => /^(?:func\s+(?:\([^)]*\)\s*)?|type\s+)[A-Z]/.test(line),
    documented: hasLinesAbove(/^\s*\/\/(?!go:|nolint)\s*\S/),
  },
  {
    files: /\.rs$/,
    declarations: {
      function: /^\s*(?:pub(?:\([^)]*\))?\s+)?(?:(?:async|const|unsafe|extern(?:\s+"\w+")?)\s+)*fn\s+(?<name>\w+)/,
      class: /^\s*(?:pub(?:\([^)]*\))?\s+)?(?:struct|enum|trait|union)\s+(?<name>\w+)/,
    },
    exported: line => /^\s*pub\s/.test(line),
    documented: (lines, at) => isTestFunction(lines, at) || hasLinesAbove(/^\s*(?:\/\/\/|#\[doc)/)(lines, at),
  },
  {
    files: /\.(?:java|kts?|scala|groovy|php|swift|cs)$/,
    declarations: {
      function:
        /^\s*(?:(?:public|private|protected|internal|open|static|final|override|abstract|async|suspend|virtual|sealed|synchronized|inline|mutating)\s+)*(?:(?:fun|func|function|def)\s+(?:<[^>]*>\s*)?(?<name>\w+)|(?!(?:return|new|else|throw|await|case|if|for|while)\b)[\w<>[\],.?]+\s+(?<arrow>\w+)\s*\([^;]*\)\s*(?:throws\s[^{]+)?\{\s*$)/,
      class:
        /^\s*(?:(?:public|private|protected|internal|open|static|final|abstract|sealed|data|partial)\s+)*(?:class|interface|struct|protocol|enum|trait|record)\s+(?<name>\w+)/,
    },
    exported: line => !/^\s*(?:private|protected|internal|fileprivate)\b/.test(line),
    documented: (lines, at) => hasDocBlockAbove(lines, at) || hasLinesAbove(/^\s*\/\/\//)(lines, at),
  },
  {
    files: /\.rb$/,
    declarations: {
      function: /^\s*def\s+(?:self\.)?(?<name>[\w?!=]+)/,
      class: /^\s*(?:class|module)\s+(?<name>[\w:]+)/,
    },
    exported: () => true,
    documented: hasLinesAbove(/^\s*#(?!!)\s*\S/),
  },
  {
    files: /\.exs?$/,
    declarations: { function: /^\s*def\s+(?<name>[\w?!]+)/, class: /^\s*defmodule\s+(?<name>[\w.]+)/ },
    exported: () => true,
    documented: hasLinesAbove(/@doc\b|"{3}\s*$/),
  },
]

interface Asked {
  readonly what: Declared
  /** The one declaration that is meant. */
  readonly name?: string | undefined
}

interface Documentation {
  /** How many declarations the rule is about. */
  readonly declared: number
  readonly undocumented: readonly Undocumented[]
}

/** The declarations of a file, and those without documentation; null for an unsupported language. */
export function documentationIn(path: string, text: string, { what, name: only }: Asked): Documentation | null {
  const language = languages.find(({ files }) => files.test(path))
  if (!language) return null
  const lines = text.split('\n')
  const declared = lines.flatMap((line, at) => {
    const name = declaredIn(line, language, what)
    return name === null || (only !== undefined && only !== name) ? [] : [{ name, line: at + 1 }]
  })
  return {
    declared: declared.length,
    undocumented: declared.filter(({ line }) => !language.documented(lines, line - 1)),
  }
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
    if (groups && (what !== 'exports' || exported(line)))
      return groups['name'] ?? groups['arrow'] ?? groups['member'] ?? 'default'
  }
  return null
}

/** Whether the nearest line above that is no attribute is a doc comment of this form. */
function hasLinesAbove(comment: RegExp): Language['documented'] {
  return (lines, at) => {
    let above = at - 1
    while (above >= 0 && /^\s*(?:#!?\[(?!doc)|@(?!doc|moduledoc)\w|\[)/.test(lines[above] ?? '')) above -= 1
    return comment.test(lines[above] ?? '')
  }
}

/** A test says by its name what it shows. */
function isTestFunction(lines: readonly string[], at: number): boolean {
  let above = at - 1
  while (above >= 0 && /^\s*#\[/.test(lines[above] ?? '')) {
    if (/#\[(?:\w+::)?test\b/.test(lines[above] ?? '')) return true
    above -= 1
  }
  return false
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
