import type { Failure, FailureFamily, OutputReading } from '../../tools/reading/reading.ts'
import { plural } from '../../tools/reading/totals.ts'
import type { Cause } from './causes.ts'
import { failureCount } from './compare.ts'

const words: Readonly<Partial<Record<FailureFamily, string>>> = {
  'type-mismatch': 'Type error',
  'missing-module': 'Missing module',
  syntax: 'Syntax error',
  timeout: 'Timeout',
  snapshot: 'Snapshot mismatch',
  'out-of-memory': 'Out of memory',
  'port-in-use': 'Port in use',
  permission: 'Permission denied',
  network: 'Network failure',
  crash: 'Crash',
  'null-access': 'Missing value',
  lint: 'Lint error',
  format: 'Not formatted',
  coverage: 'Coverage too low',
}

/** One sentence that a person would say first. */
export function headline(failures: readonly Failure[], reading: OutputReading): string {
  const [first] = failures
  if (!first) return ''
  const isTest = reading.tools.some(tool => tool.kind === 'tests' && tool.failures.includes(first))
  const { file, line } = located(first)
  const where = file ? ` in ${file}${line ? ` line ${line}` : ''}` : ''
  const what = (first.family && words[first.family]) ?? (isTest ? 'Failing test' : 'Error')
  const said = isTest ? `${first.name}${reason(first)}` : `${first.message}${first.rule ? ` (${first.rule})` : ''}`
  const more =
    failures.length > 1 ? ` …and ${plural(Math.max(failures.length, failureCount(reading)) - 1, 'more failure')}` : ''
  return `${what}${where}: ${said}${more}`
}

const reason = (failure: Failure): string => {
  const values = sayValues(failure)
  return values ? `: ${values}` : failure.message ? `: ${failure.message}` : ''
}

export function sayValues({ expected, received, unordered }: Failure): string | null {
  if (expected === null && received === null) return null
  if (unordered) return `left ${received ?? '?'}, right ${expected ?? '?'}`
  return `expected ${expected ?? '?'}, got ${received ?? '?'}`
}

/** Runners that name only the file of the program, not of the test, show in their output where it failed. */
export const place = ({ file, line, frame }: Failure): string =>
  file === null ? '' : line ? `${file}:${line}` : (frame ?? file)

/** The same as data. */
export function located({
  file,
  line,
  frame,
}: Pick<Failure, 'file' | 'line' | 'frame'>): Pick<Failure, 'file' | 'line'> {
  const at = line === null ? /^(.+):(\d+)$/.exec(frame ?? '') : null
  return at === null ? { file, line } : { file: at[1] ?? file, line: Number(at[2]) }
}

/** The suffix of a failure's name: nothing, or the package in a monorepo. */
export type Owner = (failure: Failure) => string

/** Two packages may have a test of the same name in a file of the same name. */
export function ownersIn(reading: OutputReading): Owner {
  const packages = new Map<Failure, string>()
  for (const tool of reading.tools)
    for (const failure of tool.failures) if (tool.package) packages.set(failure, tool.package)
  const several = new Set(reading.tools.map(tool => tool.package)).size > 1
  return failure => {
    const owner = several ? packages.get(failure) : undefined
    return owner && !failure.file?.startsWith(`${owner}/`) ? ` [${owner}]` : ''
  }
}

/** A cause as it is shown, and the members that did not fit. */
interface Described {
  readonly lines: readonly string[]
  readonly left: readonly Failure[]
}

/** A cause in full: test, place, expected and received values, the first frame in the project's code, and other failures with the cause. */
export function describeGroup({ first, members }: Cause, number: number, owner: Owner): Described {
  const times = members.length > 1 ? ` — ${members.length} times` : ''
  const values = sayValues(first)
  const message =
    first.message !== '' && !first.name.startsWith(first.message) && first.message !== first.name
      ? [`   ${first.message}`]
      : []
  const frame = first.frame && first.frame !== place(first) ? [`   at ${first.frame}`] : []
  const others = members.slice(1)
  const also = isRule(first) ? { lines: sayPlaces(others), left: [] } : sayMembers(others, owner)
  return {
    lines: [
      `${number}. ${titled(first)}${owner(first)}${times}`,
      ...message,
      ...(values ? [`   ${values}`] : []),
      ...frame,
      ...also.lines,
    ],
    left: also.left,
  }
}

const isRule = ({ rule, name, message }: Failure): boolean => rule !== null && name === message

function titled(failure: Failure): string {
  const where = place(failure)
  if (isRule(failure)) return `${where ? `${where}  ` : ''}${failure.message} (${failure.rule})`
  return where ? `${failure.name}  (${where})` : failure.name
}

const ALSO_WIDTH = 400

// For one rule in many places the line numbers are enough.
function sayPlaces(failures: readonly Failure[]): string[] {
  const byFile = new Map<string, number[]>()
  for (const { file, line } of failures) byFile.set(file ?? '', [...(byFile.get(file ?? '') ?? []), line ?? 0])
  const files = [...byFile].map(([file, lines]) => {
    const known = [...new Set(lines)].filter(line => line > 0)
    return known.length > 0 ? `${file}:${known.join(', ')}` : file
  })
  if (files.every(file => file === '')) return []
  const said = files.filter(file => file !== '').join('; ')
  return [`   also: ${said.length > ALSO_WIDTH ? `${said.slice(0, said.lastIndexOf(',', ALSO_WIDTH))} …` : said}`]
}

// Every test is listed by name, even when it shares its cause with others.
function sayMembers(failures: readonly Failure[], owner: Owner): Described {
  const said: string[] = []
  let size = 0
  for (const failure of failures) {
    const one = `${titled(failure)}${owner(failure)}`
    size += one.length + 3
    if (said.length > 0 && size > ALSO_WIDTH) break
    said.push(one)
  }
  return { lines: said.length > 0 ? [`   also: ${said.join(' · ')}`] : [], left: failures.slice(said.length) }
}
