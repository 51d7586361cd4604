import { setTimeout as sleep } from 'node:timers/promises'
import { adoptedTurns, type StoppedTurn } from '../loop/adopted-turn.ts'
import type { LoopSpec, LoopState } from '../loop/state.ts'
import type { UsageError } from '../std/usage-error.ts'
import type { Adoption } from '../store/adoptions.ts'
import { iterationDirectory, loopPaths } from '../store/layout.ts'
import { dropLease, restLease, takeLease } from '../store/lease.ts'
import type { SavedLoop, Store } from '../store/store.ts'
import type { ProcessIdentity } from '../system/process-table.ts'
import { type DriveParts, drive } from './drive.ts'
import { agentsFor } from './participants.ts'
import { runProblem } from './problems.ts'
import { type RunRequest, requestOf } from './run-request.ts'
import { CLEANUP_POLLS, treeBusy } from './tree/hold-tree.ts'

export interface AdoptParts extends DriveParts {
  readonly tree: string
  readonly cwd: string
  /** A store that records the assistant's process as the process of the loop. */
  readonly storeFor: (host: ProcessIdentity) => Store
}

/** Closes the turn that an assistant has ended, with the step that closes every turn, and begins its next one unless the loop has ended. */
export async function closeAdopted(
  parts: AdoptParts,
  adoption: Adoption,
  stopped: StoppedTurn,
  signal: AbortSignal,
): Promise<LoopState> {
  const { loop: id, tree, nonce, host } = adoption
  return await held(parts, { id, tree, nonce }, host, async () => {
    const loop = await parts.storeFor(host).open(id)
    if (!loop) throw gone(id)
    const { state } = loop
    if (state.outcome || state.iteration > stopped.iteration) {
      await loop.close()
      return state
    }
    return await goOn(parts, loop, { request: requestOf(state.spec), stopped }, signal)
  })
}

/** The prompt of the assistant's current turn; null when none was saved. */
export const promptFor = ({ disk, layout }: AdoptParts, { spec, iteration }: LoopState): Promise<string | null> =>
  disk.read(`${iterationDirectory(loopPaths(layout, spec.id), iteration)}/prompt.md`)

interface Going {
  readonly request: RunRequest
  readonly stopped: StoppedTurn | null
}

export async function goOn(
  parts: AdoptParts,
  loop: SavedLoop,
  { request, stopped }: Going,
  signal: AbortSignal,
): Promise<LoopState> {
  const takeTurn = (ports: Parameters<typeof adoptedTurns>[0]) => adoptedTurns(ports, stopped)
  try {
    const agents = await agentsFor(request, loop.state.spec, { ...parts, readable: [] })
    return await drive(parts, { loop, agents, request, takeTurn }, signal)
  } finally {
    await loop.close()
  }
}

/** Works under the tree's lease, then leaves the lease to the assistant, or drops it when the loop has ended. */
export async function held(
  { disk, layout, self }: AdoptParts,
  { tree, id, nonce }: Pick<LoopSpec, 'tree' | 'id' | 'nonce'>,
  host: ProcessIdentity,
  work: () => Promise<LoopState>,
): Promise<LoopState> {
  const place = { disk, directory: layout.leases, self }
  const wanted = { tree, loop: id, nonce, owner: self, host }
  let lease = await takeLease(place, wanted)
  // The process that worked for the same loop is about to exit.
  for (let tries = 0; !lease.ok && lease.error.loop === id && tries < CLEANUP_POLLS; tries++) {
    await sleep(RETRY_MS)
    lease = await takeLease(place, wanted)
  }
  if (!lease.ok) throw treeBusy(lease.error)
  let state: LoopState | null = null
  try {
    state = await work()
    return state
  } finally {
    // If `work` threw before anything was saved, the lease is not kept.
    if (state?.phase === 'ended') await dropLease(place, tree)
    else if (state) await restLease(place, tree)
    else await lease.value.release()
  }
}

const RETRY_MS = 50

export const gone = (id: string): UsageError => runProblem('loop-gone', { id })
