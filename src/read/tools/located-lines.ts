import type { ReadContext } from '../reader.ts'

export type Severity = 'error' | 'warning'

export interface Diagnostic {
  readonly tool: string
  readonly file: string
  readonly line: number
  readonly rule: string | null
  readonly message: string
  readonly severity: Severity
}

interface Placed {
  readonly file: string
  readonly line: number
  readonly column: boolean
  readonly paren: boolean
  readonly rest: string
}

/** Reads a line that begins with a place; null when it is none, or nobody we know writes like that. */
export function diagnosticIn(text: string, afterGoPackage: boolean, context: ReadContext): Diagnostic | null {
  if (text.startsWith('error TS')) return withoutPlace(text)
  const placed = placedIn(text)
  if (!placed) return mayBeLinked(text) ? linked(bare(text)) : null
  const { file, rest } = placed
  const extension = file.slice(file.lastIndexOf('.') + 1).toLowerCase()
  const read = { place: { file, line: placed.line }, rest, extension, column: placed.column, paren: placed.paren }
  return asked(graded(rest) ? grammars : ungraded, { ...read, afterGoPackage, context })
}

function asked(grammars: readonly Grammar[], read: Read): Diagnostic | null {
  for (const grammar of grammars) {
    const diagnostic = grammar(read)
    if (diagnostic) return diagnostic
  }
  return null
}

const WRAPPED = /^(?:vet: |ERROR in |:\w+(?=\/))/

const bare = (text: string): string => {
  const first = text.charCodeAt(0)
  return first === COLON || first === 118 || first === 69 ? text.replace(WRAPPED, '') : text
}

const [SPACE, QUOTE, OPEN, CLOSE, COMMA, DOT, COLON] = [32, 39, 40, 41, 44, 46, 58]

const isDigit = (code: number): boolean => code >= 48 && code <= 57
const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90)

// No path contains these: quotes, brackets of markup, what stands between the parts of a sentence or of a table.
const ends = new Uint8Array(128)
for (const character of ':(|"\'`<>=;{}') ends[character.charCodeAt(0)] = 1

/** Whether a line may begin with a place. Every line comes through here, and most leave after a few characters. */
export const mayBePlaced = (text: string): boolean => {
  const line = bare(text)
  return placeEnd(line) !== -1 || line.startsWith('<stdin>:') || mayBeLinked(text)
}

// The linker's complaint ends in the quoted name.
const mayBeLinked = (text: string): boolean =>
  text.charCodeAt(text.length - 1) === QUOTE && text.includes('undefined reference')

/** Where the path that a line begins with ends: at ":1" or "(1" after an extension. */
function placeEnd(line: string): number {
  let at = 0
  while (at < 4 && line.charCodeAt(at) === SPACE) at += 1
  const first = line.charCodeAt(at)
  if (first === SPACE || first === COMMA || first === 9) return -1
  // A drive letter has a colon of its own.
  if (line.charCodeAt(at + 1) === COLON && isLetter(first)) at += 2
  const { length } = line
  for (; at < length; at++) {
    const code = line.charCodeAt(at)
    if (code < 128 && ends[code] === 1) break
  }
  const code = line.charCodeAt(at)
  if ((code !== COLON && code !== OPEN) || !isDigit(line.charCodeAt(at + 1))) return -1
  let dot = at - 1
  while (dot > at - 6 && isLetter(line.charCodeAt(dot))) dot -= 1
  return dot > 0 && dot < at - 1 && line.charCodeAt(dot) === DOT ? at : -1
}

function placedIn(text: string): Placed | null {
  const line = bare(text)
  const end = line.startsWith('<stdin>:') && isDigit(line.charCodeAt(8)) ? 7 : placeEnd(line)
  if (end === -1) return null
  const paren = line.charCodeAt(end) === OPEN
  const afterLine = digitsFrom(line, end + 1)
  const more = line.charCodeAt(afterLine) === (paren ? COMMA : COLON)
  const afterColumn = more ? digitsFrom(line, afterLine + 1) : afterLine
  const column = afterColumn > afterLine + 1
  const stop = column ? afterColumn : afterLine
  if (paren && line.charCodeAt(stop) !== CLOSE) return null
  return {
    file: line.slice(0, end).trim(),
    line: Number(line.slice(end + 1, afterLine)),
    column: column && !paren,
    paren,
    rest: line.slice(paren ? stop + 1 : stop),
  }
}

function digitsFrom(line: string, from: number): number {
  let at = from
  while (isDigit(line.charCodeAt(at))) at += 1
  return at
}

// ": error", ": warning", ": note", ": fatal error", " - error".
const graded = (rest: string): boolean => {
  const second = rest.charCodeAt(1)
  const third = rest.charCodeAt(2)
  return second === 45 || (second === SPACE && (third === 101 || third === 119 || third === 110 || third === 102))
}

type Grammar = (read: Read) => Diagnostic | null

interface Read {
  readonly place: { readonly file: string; readonly line: number }
  readonly rest: string
  readonly extension: string
  readonly column: boolean
  readonly paren: boolean
  readonly afterGoPackage: boolean
  readonly context: ReadContext
}

function withoutPlace(text: string): Diagnostic | null {
  const found = /^error (TS\d+): (.+)$/.exec(text)
  return found
    ? { tool: 'tsc', file: '', line: 0, rule: found[1] ?? null, message: found[2] ?? '', severity: 'error' }
    : null
}

function linked(text: string): Diagnostic | null {
  const found =
    /^(?:\S+: \S+: in function .*?:)?\s*(?:\S*ld: )?(?:\S+\.o: )?(?:in function .*: )?(\S+?):(?:\(\.\S+\)|(\d+)): (undefined reference to .+)$/.exec(
      text,
    )
  return found
    ? {
        tool: 'gcc',
        file: found[1] ?? '',
        line: Number(found[2] ?? 0),
        rule: 'link',
        message: found[3] ?? '',
        severity: 'error',
      }
    : null
}

const C_FAMILY = new Set(['c', 'h', 'cc', 'cpp', 'cxx', 'hpp', 'hh', 'm', 'mm', 'ino', 's', 'cu'])

// The order matters where two tools share a shape: the one that demands more stands first.
const grammars: readonly Grammar[] = [
  read => {
    const tsc = /^(?: - |: )(error|warning) (TS\d+): (.+)$/.exec(read.rest)
    return tsc
      ? { ...read.place, tool: 'tsc', rule: tsc[2] ?? null, message: tsc[3] ?? '', severity: severity(tsc[1]) }
      : null
  },
  read => {
    const msbuild = read.paren ? /^: (error|warning) ([A-Z]{2,}\d+): (.+?)(?: \[.+proj\])?$/.exec(read.rest) : null
    return msbuild
      ? {
          ...read.place,
          tool: 'dotnet build',
          rule: msbuild[2] ?? null,
          message: msbuild[3] ?? '',
          severity: severity(msbuild[1]),
        }
      : null
  },
  read => {
    const rustc = read.extension === 'rs' ? /^: (error|warning)(?:\[(\w+)\])?: (.+)$/.exec(read.rest) : null
    return rustc
      ? { ...read.place, tool: 'rustc', rule: rustc[2] ?? null, message: rustc[3] ?? '', severity: severity(rustc[1]) }
      : null
  },
  read => {
    const pyright = /^ - (error|warning): (.+?)(?: \((\w+)\))?$/.exec(read.rest)
    return pyright
      ? {
          ...read.place,
          tool: 'pyright',
          rule: pyright[3] ?? null,
          message: pyright[2] ?? '',
          severity: severity(pyright[1]),
        }
      : null
  },
  read => {
    const python = read.extension === 'py' || read.extension === 'pyi'
    const mypy = python ? /^: (error|warning): (.+?)(?: {1,2}\[([a-z-]+)\])?$/.exec(read.rest) : null
    return mypy
      ? { ...read.place, tool: 'mypy', rule: mypy[3] ?? null, message: mypy[2] ?? '', severity: severity(mypy[1]) }
      : null
  },
  read => {
    const javac =
      read.extension === 'java' || read.extension === 'kt'
        ? /^: (error|warning): (?:\[(\w+)\] )?(.+)$/.exec(read.rest)
        : null
    return javac
      ? { ...read.place, tool: 'javac', rule: javac[2] ?? null, message: javac[3] ?? '', severity: severity(javac[1]) }
      : null
  },
  read => {
    const shell = /^: (error|warning|note): (.+) \[(SC\d+)\]$/.exec(read.rest)
    return shell
      ? { ...read.place, tool: 'shellcheck', rule: shell[3] ?? null, message: shell[2] ?? '', severity: 'error' }
      : null
  },
  read => {
    const gcc =
      C_FAMILY.has(read.extension) || read.place.file === '<stdin>'
        ? /^: (fatal error|error|warning): (.+?)(?: \[(-W[\w=+-]+|-fpermissive)\])?$/.exec(read.rest)
        : null
    return gcc
      ? { ...read.place, tool: 'gcc', rule: gcc[3] ?? null, message: gcc[2] ?? '', severity: severity(gcc[1]) }
      : null
  },
  read => {
    const pylint = read.column ? /^: ([CRWEFI]\d{4}): (.+) \(([a-z0-9-]+)\)$/.exec(read.rest) : null
    return pylint
      ? { ...read.place, tool: 'pylint', rule: pylint[3] ?? null, message: pylint[2] ?? '', severity: 'error' }
      : null
  },
  read => {
    const code =
      read.column && /^(?:py|pyi|ipynb)$/.test(read.extension)
        ? /^: ([A-Z]{1,4}\d{1,4}) (?:\[\*\] )?(.+)$/.exec(read.rest)
        : null
    const tool = read.context.primed.has('ruff') ? 'ruff' : 'flake8'
    return code ? { ...read.place, tool, rule: code[1] ?? null, message: code[2] ?? '', severity: 'error' } : null
  },
  read => {
    const unix = read.column ? /^: (.+) \[(Error|Warning)(?:\/([^\]]+))?\]$/.exec(read.rest) : null
    const tool = read.context.primed.has('oxlint') || /\(/.test(unix?.[3] ?? '') ? 'oxlint' : 'eslint'
    return unix
      ? {
          ...read.place,
          tool,
          rule: unix[3] ?? null,
          message: unix[1] ?? '',
          severity: severity(unix[2]?.toLowerCase()),
        }
      : null
  },
  read => {
    if (read.extension !== 'go' || !read.column) return null
    const linter = /^: (.+) \(([a-z][a-z0-9-]*)\)$/.exec(read.rest)
    if (linter)
      return {
        ...read.place,
        tool: 'golangci-lint',
        rule: linter[2] ?? null,
        message: linter[1] ?? '',
        severity: 'error',
      }
    const plain = read.afterGoPackage || read.context.primed.has('go build') ? /^: (?!\s)(.+)$/.exec(read.rest) : null
    return plain ? { ...read.place, tool: 'go build', rule: null, message: plain[1] ?? '', severity: 'error' } : null
  },
]

/** Those that begin with something else than a severity. */
const ungraded = grammars.slice(8)

const severity = (word: string | undefined): Severity => (word?.includes('error') ? 'error' : 'warning')
