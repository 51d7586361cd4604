import { readOutput } from '../src/check/output/read-output.ts'
import { recordings } from '../test/rig/recordings.ts'
import { score } from '../test/rig/score.ts'

const verbose = process.argv.includes('--verbose')
// Behind "npm test" nobody names the tool.
const anonymous = process.argv.includes('--anonymous')
const only = process.argv.slice(2).find(word => !word.startsWith('--'))

interface Row {
  cases: number
  expected: number
  found: number
  extra: number
  right: number
  wrong: number
  incomplete: number
}

const rows = new Map<string, Row>()
for (const { tool, case: name, text, label, root } of recordings()) {
  if (only && tool !== only) continue
  const reading = readOutput(text, label.exit_code, { command: anonymous ? 'npm test' : label.command, root })
  const result = score(reading, label)
  const row = rows.get(tool) ?? { cases: 0, expected: 0, found: 0, extra: 0, right: 0, wrong: 0, incomplete: 0 }
  row.cases += 1
  row.expected += result.expected
  row.found += result.found
  row.extra += result.extra.length
  if (label.tests) row[result.counts === null ? 'right' : 'wrong'] += 1
  if (!result.complete) row.incomplete += 1
  rows.set(tool, row)
  if (!verbose) continue
  for (const missed of result.missed) console.log(`missed  ${tool}/${name}: ${missed}`)
  for (const extra of result.extra) console.log(`extra   ${tool}/${name}: ${extra}`)
  if (result.counts !== null) console.log(`counts  ${tool}/${name}: ${result.counts}`)
  if (!result.complete) console.log(`ending  ${tool}/${name}: should be ${label.complete ? 'complete' : 'incomplete'}`)
}

const head = [
  'tool',
  'recordings',
  'expected',
  'found',
  'missed',
  'extra',
  'counts right',
  'counts wrong',
  'endings wrong',
]
const cells = (name: string, row: Row): string[] =>
  [
    name,
    row.cases,
    row.expected,
    row.found,
    row.expected - row.found,
    row.extra,
    row.right,
    row.wrong,
    row.incomplete,
  ].map(String)
const total: Row = { cases: 0, expected: 0, found: 0, extra: 0, right: 0, wrong: 0, incomplete: 0 }
for (const row of rows.values()) for (const key of Object.keys(total) as (keyof Row)[]) total[key] += row[key]
const table = [head, ...[...rows].map(([name, row]) => cells(name, row)), cells('total', total)]
const widths = head.map((_, column) => Math.max(...table.map(line => (line[column] ?? '').length)))
for (const line of table)
  console.log(
    line
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  '),
  )
const share = total.expected === 0 ? 1 : total.found / total.expected
console.log(
  `\n${(share * 100).toFixed(2)} % of ${total.expected} failures found, counts right in ${total.right} of ${total.right + total.wrong} recordings`,
)
process.exitCode = share >= 0.98 && total.wrong === 0 ? 0 : 1
