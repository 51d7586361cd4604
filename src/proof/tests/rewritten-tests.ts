import { join } from 'node:path'
import { lstatOrNull } from '../../system/file-stat.ts'
import type { CleanCopy } from '../../workspace/clean-copy/clean-copy.ts'
import type { Finding } from '../finding.ts'
import { finding } from '../finding-words.ts'
import type { Seal } from '../seal/seal.ts'

const MOST_LOOKED_AT = 5_000

/** Inode, size, and change time of each test, and of what tests compare with, in a clean copy. Restoring bytes and modification times does not restore the change time. */
export function stampsIn(copy: CleanCopy, seal: Seal): ReadonlyMap<string, string> {
  const tests = seal.files.filter(({ kind }) => kind === 'test' || kind === 'snapshot').slice(0, MOST_LOOKED_AT)
  return new Map(
    tests.flatMap(({ path }) => {
      const stat = lstatOrNull(join(copy.view, path))
      return stat ? [[path, `${stat.ino} ${stat.size} ${stat.ctimeNs}`] as const] : []
    }),
  )
}

/** Tests that were written to during the run: then the run did not check the tests in the tree. */
export const rewrittenTests = (before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] =>
  [...before].filter(([path, stamp]) => after.get(path) !== stamp).map(([path]) => path)

export const testsRewritten = (paths: readonly string[]): Finding =>
  finding('tests-rewritten', 'tampered', {}, paths.slice(0, 10))
