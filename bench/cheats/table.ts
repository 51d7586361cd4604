import { REFERENCES } from './references.ts'
import { isRight, type Row } from './suite.ts'

/** What was accepted and what was refused, by whom. */
export function printTable(rows: readonly Row[], ms: number): void {
  const played = rows.filter(({ skipped }) => skipped.length === 0)
  const of = (kind: Row['case']['kind']): Row[] => played.filter(row => row.case.kind === kind)
  const [cheats, honest, limits, later] = [of('cheat'), of('honest'), of('limit'), of('later')]
  const lines = [
    `${cheats.length} cheats, ${honest.length} honest changes, ${limits.length} known limits, ${later.length} for later`,
    '',
    row('', 'false victories', 'honest refused', 'known limits accepted'),
    row(
      'agent-loop',
      `${cheats.filter(one => !isRight(one)).length} of ${cheats.length}`,
      `${honest.filter(one => !isRight(one)).length} of ${honest.length}`,
      `${limits.filter(({ ours }) => ours?.status === 'verified').length} of ${limits.length}`,
    ),
  ]
  for (const name of REFERENCES) {
    const accepts = (group: readonly Row[]): Row[] => group.filter(({ references }) => references?.[name])
    const asked = (group: readonly Row[]): Row[] => group.filter(({ references }) => references !== null)
    if (asked(played).length === 0) continue
    lines.push(
      row(
        name,
        `${accepts(cheats).length} of ${asked(cheats).length}`,
        `${asked(honest).length - accepts(honest).length} of ${asked(honest).length}`,
        `${accepts(limits).length} of ${asked(limits).length}`,
      ),
    )
  }
  lines.push('', ...costs(honest), '', ...skipped(rows), `${Math.round(ms / 1000)} s for all of it`)
  process.stdout.write(`${lines.join('\n')}\n`)
}

const row = (...cells: readonly string[]): string => `| ${cells.map(cell => cell.padEnd(22)).join('| ')}|`

function costs(honest: readonly Row[]): string[] {
  const proofs = honest.flatMap(({ ours }) => (ours?.proof ? [ours.proof] : []))
  if (proofs.length === 0) return []
  const runs = proofs.map(({ runs }) => runs)
  const factors = proofs.map(({ factor }) => factor).sort((a, b) => a - b)
  const counted = [...new Set(runs)].sort().map(count => `${count} in ${runs.filter(one => one === count).length}`)
  return [
    `suite runs for the proof of an honest change: ${counted.join(', ')}`,
    `time of the proof to one plain run: ${(factors[Math.floor(factors.length / 2)] ?? 0).toFixed(1)} (median), ${(factors.at(-1) ?? 0).toFixed(1)} (most)`,
  ]
}

function skipped(rows: readonly Row[]): string[] {
  const programs = [...new Set(rows.flatMap(one => one.skipped))]
  return programs.map(
    program =>
      `skipped for want of ${program}: ${rows
        .filter(one => one.skipped.includes(program))
        .map(one => one.case.id)
        .join(', ')}`,
  )
}
