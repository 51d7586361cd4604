import type { ReadContext } from '../../reading/reader.ts'
import { bare, type LocatedLine, mayBeLinked, placedIn } from './placed.ts'

type Severity = 'error' | 'warning'

export interface Diagnostic {
  readonly tool: string
  readonly file: string
  readonly line: number
  readonly rule: string | null
  readonly message: string
  readonly severity: Severity
  /** How it was cut, where it has a place. */
  readonly placed: LocatedLine | null
}

/** What a line says about its place. */
interface Said {
  readonly tool: string
  readonly rule: string | null
  readonly message: string
  readonly severity: Severity
}

/** Reads a line that begins with a place; null when it is none, or nobody we know writes like that. */
export function diagnosticIn(text: string, afterGoPackage: boolean, context: ReadContext): Diagnostic | null {
  if (text.startsWith('error TS')) return withoutPlace(text)
  const placed = placedIn(text)
  if (!placed) return mayBeLinked(text) ? linked(bare(text)) : null
  const said =
    graded(placed) ?? coded(placed, context) ?? bracketed(placed, context) ?? go(placed, afterGoPackage, context)
  if (!said) return null
  const { tool, rule, message, severity } = said
  return { tool, file: placed.file, line: placed.line, rule, message, severity, placed }
}

function withoutPlace(text: string): Diagnostic | null {
  const found = /^error (TS\d+): (.+)$/.exec(text)
  return found
    ? {
        tool: 'tsc',
        file: '',
        line: 0,
        rule: found[1] ?? null,
        message: found[2] ?? '',
        severity: 'error',
        placed: null,
      }
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
        placed: null,
      }
    : null
}

const SPACE = 32
const COLON = 58
const OPEN_SQUARE = 91
const SEVERITIES = ['error', 'warning', 'note', 'fatal error'] as const
const C_FAMILY = new Set(['c', 'h', 'cc', 'cpp', 'cxx', 'hpp', 'hh', 'm', 'mm', 'ino', 's', 'cu'])

// ": error: …", ": warning TS1: …", " - error: …". Written out, because compilers print thousands of them.
function graded(placed: LocatedLine): Said | null {
  const { rest } = placed
  const start = rest.charCodeAt(0) === COLON ? 2 : rest.startsWith(' - ') ? 3 : 0
  const word = start === 0 || rest.charCodeAt(start - 1) !== SPACE ? undefined : severityAt(rest, start)
  if (word === undefined) return null
  const after = start + word.length
  const next = rest.charCodeAt(after)
  const severity = word.endsWith('error') ? 'error' : 'warning'
  if (next === SPACE) return numbered(placed, after, severity)
  if (next === OPEN_SQUARE && placed.extension === 'rs') return rustc(rest, after, severity)
  if (next !== COLON || rest.charCodeAt(after + 1) !== SPACE || rest.length <= after + 2) return null
  const message = rest.slice(after + 2)
  return start === 3
    ? word === 'note'
      ? null
      : ruled(message, { tool: 'pyright', severity, ending: PYRIGHT })
    : byLanguage(placed, message, { word, severity })
}

function severityAt(rest: string, at: number): (typeof SEVERITIES)[number] | undefined {
  // E, f, n, w.
  const first = rest.charCodeAt(at)
  if (first !== 101 && first !== 102 && first !== 110 && first !== 119) return undefined
  for (const severity of SEVERITIES) if (rest.startsWith(severity, at)) return severity
  return undefined
}

/** tsc and msbuild: "error TS2322: …", "error CS0103: … [shop.csproj]". */
function numbered({ rest, paren }: LocatedLine, after: number, severity: Severity): Said | null {
  const colon = rest.indexOf(': ', after)
  if (colon === -1 || colon > after + 12) return null
  const rule = rest.slice(after + 1, colon)
  const message = rest.slice(colon + 2)
  if (message === '' || !isNumbered(rule)) return null
  if (rule.startsWith('TS')) return { tool: 'tsc', rule, message, severity }
  return paren && rest.startsWith(': ')
    ? { tool: 'dotnet build', rule, message: message.replace(/ \[.+proj\]$/, ''), severity }
    : null
}

// The same rules come again and again.
let lastRule = 'TS0'
function isNumbered(rule: string): boolean {
  if (rule === lastRule) return true
  if (!/^[A-Z]{2,}\d+$/.test(rule)) return false
  lastRule = rule
  return true
}

function rustc(rest: string, after: number, severity: Severity): Said | null {
  const found = /^\[(\w+)\]: (.+)$/.exec(rest.slice(after))
  return found ? { tool: 'rustc', rule: found[1] ?? null, message: found[2] ?? '', severity } : null
}

function byLanguage(
  { extension, file }: LocatedLine,
  message: string,
  { word, severity }: { word: string; severity: Severity },
): Said | null {
  const common = word === 'error' || word === 'warning'
  if (common && extension === 'rs') return { tool: 'rustc', rule: null, message, severity }
  if (common && (extension === 'py' || extension === 'pyi'))
    return ruled(message, { tool: 'mypy', severity, ending: MYPY })
  if (common && (extension === 'java' || extension === 'kt')) {
    const found = /^\[(\w+)\] (.+)$/.exec(message)
    return { tool: 'javac', rule: found?.[1] ?? null, message: found?.[2] ?? message, severity }
  }
  if (word !== 'fatal error' && message.endsWith(']')) {
    const shell = ruled(message, { tool: 'shellcheck', severity, ending: SHELLCHECK })
    if (shell.rule !== null) return shell
  }
  if (word === 'note' || !(C_FAMILY.has(extension) || file === '<stdin>')) return null
  return ruled(message, { tool: 'gcc', severity, ending: GCC })
}

const PYRIGHT = / \((\w+)\)$/
const MYPY = / {1,2}\[([a-z-]+)\]$/
const SHELLCHECK = / \[(SC\d+)\]$/
const GCC = / \[(-W[\w=+-]+|-fpermissive)\]$/

/** The rule stands in brackets at the end, where there is one. */
function ruled(
  message: string,
  { tool, severity, ending }: { tool: string; severity: Severity; ending: RegExp },
): Said {
  const found = message.endsWith(')') || message.endsWith(']') ? ending.exec(message.slice(-80)) : null
  return found
    ? { tool, rule: found[1] ?? null, message: message.slice(0, message.length - found[0].length), severity }
    : { tool, rule: null, message, severity }
}

// pylint's letters: Fatal and Error, then Warning, Convention, Refactoring, Information.
const PYLINT = /^: ([CRWEFI])\d{4}: (.+) \(([a-z0-9-]+)\)$/
const CODE = /^[A-Z]{1,4}\d{1,4}$/

let lastCode = 'E1'
function isCode(rule: string): boolean {
  if (rule === lastCode) return true
  if (!CODE.test(rule)) return false
  lastCode = rule
  return true
}

/** pylint, flake8 and ruff: a code instead of a severity. */
function coded({ rest, column, extension }: LocatedLine, { primed }: ReadContext): Said | null {
  if (!column || !rest.startsWith(': ')) return null
  const pylint = rest.charCodeAt(7) === COLON && rest.endsWith(')') ? PYLINT.exec(rest) : null
  if (pylint) {
    const severity = pylint[1] === 'E' || pylint[1] === 'F' ? 'error' : 'warning'
    return { tool: 'pylint', rule: pylint[3] ?? null, message: pylint[2] ?? '', severity }
  }
  const space = extension === 'py' || extension === 'pyi' || extension === 'ipynb' ? rest.indexOf(' ', 3) : -1
  const rule = space === -1 || space > 10 ? '' : rest.slice(2, space)
  if (rule === '' || !isCode(rule)) return null
  const message = rest.startsWith('[*] ', space + 1) ? rest.slice(space + 5) : rest.slice(space + 1)
  return message === '' ? null : { tool: primed.has('ruff') ? 'ruff' : 'flake8', rule, message, severity: 'error' }
}

/** eslint's unix form, which oxlint has as well. */
function bracketed({ rest, column }: LocatedLine, { primed }: ReadContext): Said | null {
  const unix = column && rest.endsWith(']') ? /^: (.+) \[(Error|Warning)(?:\/([^\]]+))?\]$/.exec(rest) : null
  if (!unix) return null
  const tool = primed.has('oxlint') || unix[3]?.includes('(') ? 'oxlint' : 'eslint'
  return { tool, rule: unix[3] ?? null, message: unix[1] ?? '', severity: unix[2] === 'Error' ? 'error' : 'warning' }
}

function go({ rest, column, extension }: LocatedLine, afterPackage: boolean, { primed }: ReadContext): Said | null {
  if (extension !== 'go' || !column) return null
  const linter = rest.endsWith(')') ? /^: (.+) \(([a-z][a-z0-9-]*)\)$/.exec(rest) : null
  if (linter) return { tool: 'golangci-lint', rule: linter[2] ?? null, message: linter[1] ?? '', severity: 'error' }
  const plain = afterPackage || primed.has('go build') ? /^: (?!\s)(.+)$/.exec(rest) : null
  return plain ? { tool: 'go build', rule: null, message: plain[1] ?? '', severity: 'error' } : null
}
