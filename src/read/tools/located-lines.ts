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

// One pass over the line up to its first place; most lines of a log fail here after a few characters.
const PLACE =
  /^\s{0,4}(<stdin>|(?:[A-Za-z]:[\\/])?[^\s:(|"'`<>=,;{}][^:(|"'`<>=;{}]*?\.[A-Za-z]{1,5})(?::(\d+)(?::(\d+))?|\((\d+)(?:,(\d+))?\))(.*)$/

/** Reads a line that begins with a place; null when it is none, or nobody we know writes like that. */
export function diagnosticIn(text: string, afterGoPackage: boolean, context: ReadContext): Diagnostic | null {
  if (text.startsWith('error TS')) return withoutPlace(text)
  if (!mayBePlaced(text)) return null
  const line = /^(?:vet: |ERROR in |:)/.test(text) ? text.replace(/^(?:vet: |ERROR in |:\w+(?=\/))/, '') : text
  const found = PLACE.exec(line)
  if (!found) return linked(line)
  const [, file = '', colonLine, column, parenLine, , rest = ''] = found
  const place = { file: file.trim(), line: Number(colonLine ?? parenLine) }
  const extension = file.slice(file.lastIndexOf('.') + 1).toLowerCase()
  const read = {
    place,
    rest,
    extension,
    column: column !== undefined,
    paren: parenLine !== undefined,
    afterGoPackage,
    context,
  }
  for (const grammar of grammars) {
    const diagnostic = grammar(read)
    if (diagnostic) return diagnostic
  }
  return null
}

const [DOT, OPEN, COLON] = [46, 40, 58]

const isDigit = (code: number): boolean => code >= 48 && code <= 57

// Every line comes through here, so it looks only for ".ext:1" or ".ext(1" and lets the regular expression do the rest.
export function mayBePlaced(text: string): boolean {
  let dot = text.indexOf('.')
  for (let tries = 0; dot !== -1 && tries < 8; tries++) {
    if (endsInPlace(text, dot)) return true
    dot = text.indexOf('.', dot + 1)
  }
  return text.startsWith('<stdin>:')
}

function endsInPlace(text: string, dot: number): boolean {
  for (let at = dot + 2; at <= dot + 6; at++) {
    const code = text.charCodeAt(at)
    if (code === COLON || code === OPEN) {
      const next = text.charCodeAt(at + 1)
      return isDigit(next) || (code === COLON && next === OPEN)
    }
    if (code === DOT || code === 32) return false
  }
  return false
}

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
  const found = text.includes('undefined reference')
    ? /^(?:\S+: \S+: in function .*?:)?\s*(?:\S*ld: )?(?:\S+\.o: )?(?:in function .*: )?(\S+?):(?:\(\.\S+\)|(\d+)): (undefined reference to .+)$/.exec(
        text,
      )
    : null
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
const grammars: readonly ((read: Read) => Diagnostic | null)[] = [
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

const severity = (word: string | undefined): Severity => (word?.includes('error') ? 'error' : 'warning')
