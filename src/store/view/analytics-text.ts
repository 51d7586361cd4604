import { formatJson } from '../format-json.ts'
import type { Analytics, IterationRow } from './analytics-schema.ts'

const known = new WeakMap<IterationRow, string>()

/** The same text as `formatJson`, but only the new row is formatted. */
export function analyticsText(analytics: Analytics): string {
  const head = formatJson({ ...analytics, iterations: [] })
  const rows = analytics.iterations.map(textOf).join(',\n')
  return rows === '' ? head : `${head.slice(0, head.lastIndexOf('[]'))}[\n${rows}\n  ]\n}\n`
}

function textOf(row: IterationRow): string {
  const text = known.get(row) ?? indented(row)
  known.set(row, text)
  return text
}

const indented = (row: IterationRow): string =>
  JSON.stringify(row, null, 2)
    .split('\n')
    .map(line => `    ${line}`)
    .join('\n')
