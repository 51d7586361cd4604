import { join } from 'node:path'
import { lstatOrNull } from '../../system/file-stat.ts'
import type { CleanCopy } from '../../workspace/clean-copy/clean-copy.ts'
import type { Finding } from '../finding.ts'
import { finding } from '../finding-words.ts'
import type { Seal } from '../seal/seal.ts'

const MOST_LOOKED_AT = 5_000

/** When each test was last written to in a room; putting bytes and times back does not put that back. */
export function stampsIn(room: CleanCopy, seal: Seal): ReadonlyMap<string, string> {
  const tests = seal.files.filter(({ kind }) => kind === 'test').slice(0, MOST_LOOKED_AT)
  return new Map(
    tests.flatMap(({ path }) => {
      const stat = lstatOrNull(join(room.view, path))
      return stat ? [[path, `${stat.ino} ${stat.size} ${stat.ctimeNs}`] as const] : []
    }),
  )
}

/** Tests that something wrote while they ran: what was checked is then not what stands in the tree. */
export function rewrittenTests(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): Finding[] {
  const rewritten = [...before].filter(([path, stamp]) => after.get(path) !== stamp).map(([path]) => path)
  if (rewritten.length === 0) return []
  return [finding('tests-rewritten', 'tampered', {}, rewritten.slice(0, 10))]
}
