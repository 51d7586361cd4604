import type { Verification } from './verification.ts'

const LINES = 60

/** The summary of several clauses: which are met and which are not, then what each unmet one needs. */
export function jointLearnings(parts: readonly Verification[]): string {
  const open = parts.filter(part => part.kind !== 'passed')
  const good = parts.filter(part => part.kind === 'passed')
  const heads = [
    // What is missing comes first: views show one line.
    `Not met: ${open.map(({ said }) => said).join('; ')}.`,
    ...(good.length > 0 ? [`Met: ${good.map(({ said }) => said).join('; ')}.`] : []),
  ]
  const each = Math.max(8, Math.floor((LINES - heads.length) / Math.max(1, open.length)))
  return [...heads, ...open.flatMap(part => clipped(part.learnings, each))].join('\n')
}

function clipped(text: string, limit: number): string[] {
  const lines = text.split('\n')
  return lines.length <= limit
    ? lines
    : [...lines.slice(0, limit - 1), `[… ${lines.length - limit + 1} lines omitted …]`]
}
