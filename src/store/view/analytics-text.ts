import type { Analytics, IterationRow } from './analytics-schema.ts'
import { formatJson } from './format-json.ts'

const known = new WeakMap<IterationRow, string>()

/** The document as `formatJson` would write it, where only the row that is new costs anything. */
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
