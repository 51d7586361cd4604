import { sha256 } from '../../system/blobs.ts'
import { baseId, stableMessage } from '../output/fingerprint.ts'
import { executedIn } from './facts-in.ts'
import type { Verification } from './verification.ts'

/** Equal for two runs that executed the same tests; null when a runner does not report them. */
export function executedDigest(verification: Verification): { readonly count: number; readonly digest: string } | null {
  const executed = executedIn(verification)
  const runners = executed.flatMap(({ runners }) => runners)
  if (runners.length === 0 || executed.some(({ unknown }) => unknown.length > 0)) return null
  const ids = runners.flatMap(({ tests }) =>
    tests.flatMap(({ id, state }) => (state === 'skipped' || state === 'todo' ? [] : [stableMessage(baseId(id))])),
  )
  return { count: ids.length, digest: sha256(ids.sort().join('\n')) }
}
