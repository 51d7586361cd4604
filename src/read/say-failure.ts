import type { Cause } from './causes.ts'
import type { Failure, Family, Reading } from './reading.ts'
import { plural } from './totals.ts'

const words: Readonly<Partial<Record<Family, string>>> = {
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
export function headline(failures: readonly Failure[], reading: Reading): string {
  const [first] = failures
  if (!first) return ''
  const isTest = reading.tools.some(tool => tool.kind === 'tests' && tool.failures.includes(first))
  const where = first.file ? ` in ${first.file}${first.line ? ` line ${first.line}` : ''}` : ''
  const what = (first.family && words[first.family]) ?? (isTest ? 'Failing test' : 'Error')
  const said = isTest ? `${first.name}${reason(first)}` : `${first.message}${first.rule ? ` (${first.rule})` : ''}`
  const more = failures.length > 1 ? ` …and ${plural(failures.length - 1, 'more failure')}` : ''
  return `${what}${where}: ${said}${more}`
}

const reason = (failure: Failure): string => {
  const values = sayValues(failure)
  return values ? `: ${values}` : failure.message ? `: ${failure.message}` : ''
}

export const sayValues = ({ expected, received }: Failure): string | null =>
  expected === null && received === null ? null : `expected ${expected ?? '?'}, got ${received ?? '?'}`

export const place = ({ file, line }: Failure): string => (file ? `${file}${line ? `:${line}` : ''}` : '')

/** A cause in full: where, which, what was expected and what came, and the first frame in our own code. */
export function describeGroup({ first, members }: Cause, number: number): string[] {
  const title =
    first.rule === null || first.name !== first.message
      ? first.id
      : `${first.message}${first.rule ? ` (${first.rule})` : ''}`
  const times = members.length > 1 ? ` — ${members.length} times` : ''
  const values = sayValues(first)
  const message =
    first.message !== '' && title !== first.message && !title.startsWith(first.message) ? [`   ${first.message}`] : []
  const frame = first.frame && first.frame !== place(first) ? [`   at ${first.frame}`] : []
  const others = members.slice(1)
  const also =
    others.length === 0
      ? []
      : [
          `   also: ${others
            .slice(0, 6)
            .map(other => place(other) || other.id)
            .join(', ')}${others.length > 6 ? ` …and ${others.length - 6} more` : ''}`,
        ]
  return [
    `${number}. ${place(first) ? `${place(first)}  ` : ''}${title}${times}`,
    ...message,
    ...(values ? [`   ${values}`] : []),
    ...frame,
    ...also,
  ]
}
