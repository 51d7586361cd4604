import type { LoopSpec } from '../../loop/state.ts'
import { endFamily } from '../../system/end-processes.ts'
import { runProblem } from '../problems.ts'

const ORPHAN_GRACE_MS = 2_000

/** Ends the processes that a stopped loop left running. Throws a `UsageError` when one cannot be ended. */
export async function endOrphans({ id, nonce }: Pick<LoopSpec, 'id' | 'nonce'>): Promise<void> {
  if (!(await endFamily({ leader: null, nonce, since: null }, ORPHAN_GRACE_MS)))
    throw runProblem('orphans-alive', { id })
}
