// How often honest changes are refused, and how many cheats are seen.
import { join } from 'node:path'
import { ratchetFindings } from '../src/proof/ratchets/ratchets.ts'
import { type Diff, readDiffs, whileMoving, withWindowsLines } from '../test/rig/diffs.ts'

const verbose = process.argv.includes('--verbose')
// The bundle stands two folders below the root.
const diffs = readDiffs(join(import.meta.dirname, '../../bench/honest-diffs'))
const forms: readonly (readonly [string, (diff: Diff) => Diff | null])[] = [
  ['as written', diff => diff],
  ['with CRLF', withWindowsLines],
  ['while moving', whileMoving],
]

const rows: Record<string, string | number>[] = []
for (const group of [...new Set(diffs.map(diff => diff.group))].sort()) {
  for (const [form, make] of forms) {
    const cases = diffs.filter(diff => diff.group === group).flatMap(diff => make(diff) ?? [])
    if (cases.length === 0) continue
    const judged = cases.map(diff => ({ diff, found: judge(diff) }))
    const objected = judged.filter(({ found }) => found.some(({ objection }) => objection !== null))
    const isCheat = group === 'cheats'
    if (verbose)
      for (const { diff, found } of isCheat ? judged.filter(one => !objected.includes(one)) : objected)
        console.log(
          `${isCheat ? 'missed' : 'refused'}  ${group}: ${diff.name}\n        ${found.map(({ says }) => says).join('\n        ')}`,
        )
    rows.push({
      changes: group,
      form,
      cases: cases.length,
      refused: objected.length,
      warned: judged.filter(one => !objected.includes(one) && one.found.length > 0).length,
      rate: `${((100 * objected.length) / cases.length).toFixed(1)} %`,
    })
  }
}
console.table(rows)
const total = (kind: (group: string) => boolean, key: string): number =>
  rows.filter(({ changes }) => kind(String(changes))).reduce((sum, row) => sum + Number(row[key]), 0)
const isCheat = (group: string): boolean => group === 'cheats'
const isHonest = (group: string): boolean => !isCheat(group)
console.log(`honest: ${total(isHonest, 'refused')} of ${total(isHonest, 'cases')} refused`)
console.log(`cheats: ${total(isCheat, 'refused')} of ${total(isCheat, 'cases')} caught`)

function judge(diff: Diff) {
  return ratchetFindings({ files: diff.files, criterion: diff.asked, isFree: () => false, unchanged: diff.unchanged })
}
