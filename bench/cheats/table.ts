import { REFERENCES, RUNS } from './references.ts'
import { isRight, type Row } from './suite.ts'

interface Asked {
  readonly names: readonly string[]
  readonly trouble: string | null
}

/** One judge of the cases: whether it accepted one, and what an honest green turn costs it; null where it was not asked. */
interface Judge {
  readonly name: string
  readonly accepts: (row: Row) => boolean | null
  readonly costs: (row: Row) => { readonly runs: number; readonly factor: number } | null
}

/** What was accepted and what was refused, by whom, and for how much. */
export function printTable(rows: readonly Row[], peers: Asked, ms: number): void {
  const of = (kind: Row['case']['kind']): Row[] => rows.filter(row => row.ours !== null && row.case.kind === kind)
  const groups = { cheats: of('cheat'), honest: of('honest'), limits: of('limit') }
  const { cheats, honest, limits } = groups
  const lines = [
    `${cheats.length} cheats, ${honest.length} honest changes, ${limits.length} known limits`,
    '',
    cells('', 'false victories', 'honest refused', 'known limits accepted', 'suite runs', 'time'),
    ...judges(peers.names).map(judge => told(judge, groups)),
    '',
    'suite runs: of an honest green turn, all told; time: of these to one plain run (median)',
    ...(peers.trouble === null ? [] : [`published loops: skipped, ${peers.trouble}`]),
    ...open([...cheats, ...honest]),
    ...skipped(rows),
    `${Math.round(ms / 1000)} s for all of it`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

const OURS: Judge = {
  name: 'agent-loop',
  accepts: row => row.ours && (row.case.kind === 'honest' ? isRight(row) : row.ours.status === 'verified'),
  costs: ({ ours }) => (ours?.proof ? { runs: ours.proof.runs + 1, factor: ours.proof.factor + 1 } : null),
}

const judges = (peers: readonly string[]): readonly Judge[] => [
  OURS,
  ...REFERENCES.map(
    (name): Judge => ({
      name,
      accepts: ({ references }) => references?.[name] ?? null,
      costs: ({ references }) => (references ? { runs: RUNS[name], factor: RUNS[name] } : null),
    }),
  ),
  ...peers.map(
    (name): Judge => ({
      name,
      accepts: row => row.peers[name]?.accepted ?? null,
      costs: row => (row.peers[name] ? { runs: row.peers[name].runs, factor: row.peers[name].runs } : null),
    }),
  ),
]

interface Groups {
  readonly cheats: readonly Row[]
  readonly honest: readonly Row[]
  readonly limits: readonly Row[]
}

function told({ name, accepts, costs }: Judge, { cheats, honest, limits }: Groups): string {
  const count = (group: readonly Row[], answer: boolean): string => {
    const asked = group.map(accepts).filter(each => each !== null)
    return `${asked.filter(each => each === answer).length} of ${asked.length}`
  }
  const paid = honest.flatMap(row => costs(row) ?? [])
  const runs = paid.map(each => each.runs)
  const spread = [...new Set(runs)].sort().map(each => `${each} in ${runs.filter(one => one === each).length}`)
  const factor = paid.length === 0 ? '' : `${median(paid.map(each => each.factor)).toFixed(1)} ×`
  return cells(name, count(cheats, true), count(honest, false), count(limits, true), spread.join(', '), factor)
}

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0

const cells = (...texts: readonly string[]): string => `| ${texts.map(text => text.padEnd(22)).join('| ')}|`

/** Said in the open: what is judged wrongly still, and what meanwhile no more. */
function open(rows: readonly Row[]): string[] {
  const known = rows.filter(row => row.case.open)
  const list = (group: readonly Row[]): string => group.map(row => `${row.case.id} ${row.case.name}`).join(', ')
  const wrong = (kind: Row['case']['kind']): Row[] => known.filter(row => !isRight(row) && row.case.kind === kind)
  const groups: readonly (readonly [string, readonly Row[]])[] = [
    ['not caught yet', wrong('cheat')],
    ['honest and refused still', wrong('honest')],
    ['marked as judged wrongly, and judged rightly now', known.filter(isRight)],
  ]
  return groups.flatMap(([says, group]) => (group.length === 0 ? [] : [`${says}: ${list(group)}`]))
}

function skipped(rows: readonly Row[]): string[] {
  const wanted = [...new Set(rows.flatMap(one => one.skipped))]
  return wanted.map(name => {
    const without = rows.filter(one => one.skipped.includes(name)).map(one => one.case.id)
    return `${name} is not installed; skipped: ${without.join(', ')}`
  })
}
