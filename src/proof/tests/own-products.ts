import { sha256 } from '../../system/blobs.ts'
import { isStoredAnswer } from '../../tools/protection/test-paths.ts'
import type { CleanCopy } from '../../workspace/clean-copy/clean-copy.ts'
import { forkOf } from '../canary/run-canaries.ts'
import { runInCopy } from '../clean-run/run-in-copy.ts'
import type { ProofCase } from '../proof-case.ts'
import { isCompared } from '../seal/reach/data-files.ts'
import type { Seal } from '../seal/seal.ts'

/**
 * Whether the check writes all of these files itself. The seal leaves out data that the baseline run wrote; a check that could not pass
 * then may not have written it. So this asks for data that git already ignored, and that a run without it writes again with the
 * bytes from before the first turn. Files named like expected results are never products.
 */
export async function areProducts(proof: ProofCase, copy: CleanCopy, paths: readonly string[]): Promise<boolean> {
  const { options, question, record, log } = proof
  if (record.green || !paths.every(path => mayBeProduct(record.seal, path))) return false
  const fork = await forkOf(copy)
  try {
    for (const path of paths) await fork.remove(path)
    log.ran()
    if ((await runInCopy(fork, options, question, options.criterion)).kind !== 'passed') return false
    const digests = new Map(record.seal.files.map(({ path, digest }) => [path, digest]))
    for (const path of paths) {
      const written = await fork.read(path)
      if (written === null || sha256(written) !== digests.get(path)) return false
    }
    return true
  } finally {
    await fork.close()
  }
}

const mayBeProduct = ({ files, ignored }: Seal, path: string): boolean =>
  ignored?.paths.includes(path) === true &&
  files.some(file => file.path === path && file.kind === 'snapshot') &&
  !isStoredAnswer(path) &&
  !isCompared(path)

/** The same case, in which these files are not protected. */
export const withoutProducts = (proof: ProofCase, products: readonly string[]): ProofCase => {
  const { seal } = proof.record
  const files = seal.files.filter(({ path }) => !products.includes(path))
  return products.length === 0 ? proof : { ...proof, record: { ...proof.record, seal: { ...seal, files } } }
}
