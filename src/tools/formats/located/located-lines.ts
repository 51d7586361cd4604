import type { ReadContext } from '../../reading/reader.ts'
import { type LocatedLine, placedIn } from './placed.ts'

type Severity = 'error' | 'warning'

/** What a line says about its place. */
interface Complaint {
  readonly tool: string
  readonly rule: string | null
  readonly message: string
  readonly severity: Severity
}

export interface Diagnostic extends Complaint {
  readonly file: string
  readonly line: number
}

/** Reads a line that begins with a place; null when it has none, or no tool that we know writes like that. */
export function diagnosticIn(text: string, afterGoPackage: boolean, context: ReadContext): Diagnostic | null {
  if (text.startsWith('error TS')) return withoutPlace(text)
  const placed = placedIn(text)
  if (!placed) return isLinkError(text) ? linked(text) : null
  const complaint =
    graded(placed) ?? coded(placed, context) ?? bracketed(placed, context) ?? go(placed, afterGoPackage, context)
  if (!complaint) return null
  const { tool, rule, message, severity } = complaint
  return { tool, file: placed.file, line: placed.line, rule, message, severity }
}

/** The linker's complaint ends in the quoted name. */
export const isLinkError = (text: string): boolean => text.endsWith("'") && text.includes('undefined reference')

function withoutPlace(text: string): Diagnostic | null {
  const found = /^error (TS\d+): (.+)$/.exec(text)
  if (!found) return null
  return { tool: 'tsc', file: '', line: 0, rule: found[1] ?? null, message: found[2] ?? '', severity: 'error' }
}

function linked(text: string): Diagnostic | null {
  const found =
    /^(?:vet: |ERROR in |:\w+(?=\/))?(?:\S+: \S+: in function .*?:)?\s*(?:\S*ld: )?(?:\S+\.o: )?(?:in function .*: )?(\S+?):(?:\(\.\S+\)|(\d+)): (undefined reference to .+)$/.exec(
      text,
    )
  if (!found) return null
  const [, file = '', line, message = ''] = found
  return { tool: 'gcc', file, line: Number(line ?? 0), rule: 'link', message, severity: 'error' }
}

const GRADED = /^(: | - )(error|warning|note|fatal error)(.*)$/
const NUMBERED = /^ ([A-Z]{2,}\d{1,9}): (.+)$/
const C_FAMILY = new Set(['c', 'h', 'cc', 'cpp', 'cxx', 'hpp', 'hh', 'm', 'mm', 'ino', 's', 'cu'])

/** ": error: …", ": warning TS1: …", " - error: …" */
function graded(placed: LocatedLine): Complaint | null {
  const [, separator, word = '', after = ''] = GRADED.exec(placed.rest) ?? []
  if (separator === undefined) return null
  const severity = word.endsWith('error') ? 'error' : 'warning'
  const code = NUMBERED.exec(after)
  if (code) return numbered(code, separator === ': ' && placed.paren, severity)
  if (after.startsWith('[') && placed.extension === 'rs') return rustc(after, severity)
  const message = /^: (.+)$/.exec(after)?.[1]
  if (message === undefined) return null
  if (separator === ': ') return byLanguage(placed, message, { word, severity })
  return word === 'note' ? null : ruled(message, { tool: 'pyright', severity, ending: PYRIGHT })
}

/** tsc and msbuild: "error TS2322: …", "error CS0103: … [shop.csproj]". */
function numbered(
  [, rule = '', message = '']: RegExpExecArray,
  msbuild: boolean,
  severity: Severity,
): Complaint | null {
  if (rule.startsWith('TS')) return { tool: 'tsc', rule, message, severity }
  return msbuild ? { tool: 'dotnet build', rule, message: message.replace(/ \[.+proj\]$/, ''), severity } : null
}

function rustc(after: string, severity: Severity): Complaint | null {
  const found = /^\[(\w+)\]: (.+)$/.exec(after)
  return found ? { tool: 'rustc', rule: found[1] ?? null, message: found[2] ?? '', severity } : null
}

function byLanguage(
  { extension, file }: LocatedLine,
  message: string,
  { word, severity }: { word: string; severity: Severity },
): Complaint | null {
  const common = word === 'error' || word === 'warning'
  if (common && extension === 'rs') return { tool: 'rustc', rule: null, message, severity }
  if (common && (extension === 'py' || extension === 'pyi'))
    return ruled(message, { tool: 'mypy', severity, ending: MYPY })
  if (common && (extension === 'java' || extension === 'kt')) {
    const found = /^\[(\w+)\] (.+)$/.exec(message)
    return { tool: 'javac', rule: found?.[1] ?? null, message: found?.[2] ?? message, severity }
  }
  const shell = word === 'fatal error' ? null : ruled(message, { tool: 'shellcheck', severity, ending: SHELLCHECK })
  if (shell?.rule) return shell
  if (word === 'note' || !(C_FAMILY.has(extension) || file === '<stdin>')) return null
  return ruled(message, { tool: 'gcc', severity, ending: GCC })
}

const PYRIGHT = / \((\w+)\)$/
const MYPY = / {1,2}\[([a-z-]+)\]$/
const SHELLCHECK = / \[(SC\d+)\]$/
const GCC = / \[(-W[\w=+-]+|-fpermissive)\]$/

/** The rule is in brackets at the end, where there is one. */
function ruled(
  message: string,
  { tool, severity, ending }: { tool: string; severity: Severity; ending: RegExp },
): Complaint {
  const found = ending.exec(message)
  return found
    ? { tool, rule: found[1] ?? null, message: message.slice(0, found.index), severity }
    : { tool, rule: null, message, severity }
}

// pylint's letters: Fatal and Error, then Warning, Convention, Refactoring, Information.
const PYLINT = /^: ([CRWEFI])\d{4}: (.+) \(([a-z0-9-]+)\)$/
const CODED = /^: ([A-Z]{1,4}\d{1,4}) (?:\[\*\] )?(.+)$/

/** pylint, flake8 and ruff: a code instead of a severity. */
function coded({ rest, column, extension }: LocatedLine, { primed }: ReadContext): Complaint | null {
  if (!column) return null
  const pylint = PYLINT.exec(rest)
  if (pylint) {
    const severity = pylint[1] === 'E' || pylint[1] === 'F' ? 'error' : 'warning'
    return { tool: 'pylint', rule: pylint[3] ?? null, message: pylint[2] ?? '', severity }
  }
  const [, rule, message = ''] = /^(?:pyi?|ipynb)$/.test(extension) ? (CODED.exec(rest) ?? []) : []
  if (rule === undefined) return null
  return { tool: primed.has('ruff') ? 'ruff' : 'flake8', rule, message, severity: 'error' }
}

/** eslint's unix form, which oxlint has as well. */
function bracketed({ rest, column }: LocatedLine, { primed }: ReadContext): Complaint | null {
  const unix = column ? /^: (.+) \[(Error|Warning)(?:\/([^\]]+))?\]$/.exec(rest) : null
  if (!unix) return null
  const tool = primed.has('oxlint') || unix[3]?.includes('(') ? 'oxlint' : 'eslint'
  return { tool, rule: unix[3] ?? null, message: unix[1] ?? '', severity: unix[2] === 'Error' ? 'error' : 'warning' }
}

function go(
  { rest, column, extension }: LocatedLine,
  afterPackage: boolean,
  { primed }: ReadContext,
): Complaint | null {
  if (extension !== 'go' || !column) return null
  const linter = /^: (.+) \(([a-z][a-z0-9-]*)\)$/.exec(rest)
  if (linter) return { tool: 'golangci-lint', rule: linter[2] ?? null, message: linter[1] ?? '', severity: 'error' }
  const plain = afterPackage || primed.has('go build') ? /^: (?!\s)(.+)$/.exec(rest) : null
  return plain ? { tool: 'go build', rule: null, message: plain[1] ?? '', severity: 'error' } : null
}
