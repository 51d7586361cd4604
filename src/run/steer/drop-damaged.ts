import { setTimeout as sleep } from 'node:timers/promises'
import { fold } from '../../loop/apply.ts'
import { loopEnd } from '../../loop/loop-end.ts'
import { isLoopId } from '../../loop/loop-id.ts'
import { isUsageError } from '../../std/usage-error.ts'
import { firstBrokenLine } from '../../store/journal/chain.ts'
import { intactStart, replaceDamaged } from '../../store/journal/journal.ts'
import { peekLoop } from '../../store/journal/read-state.ts'
import { archiveFile, type LoopPaths, loopPaths } from '../../store/layout.ts'
import { dropLease, leaseOf } from '../../store/lease.ts'
import { readOverview } from '../../store/registry/overview.ts'
import { systemClock } from '../../system/clock.ts'
import { endFamily } from '../../system/end-processes.ts'
import type { Environment } from '../../system/shell.ts'
import { isDriven } from '../find-loop.ts'
import { runProblem } from '../problems.ts'
import { CLEANUP_POLLS, withLease } from '../tree/hold-tree.ts'
import { refuseFromInside } from './inside-turn.ts'
import { leaveOrder } from './orders.ts'
import { forgetSessions, type SteerParts } from './steer.ts'

/** A loop whose journal was damaged, and is no longer in the way. */
export interface DroppedLoop {
  /** Where its damaged records are now; null when there are none. */
  readonly aside: string | null
  /** Whether its journal was intact up to some line: then it is listed as aborted, and its snapshots can be restored. */
  readonly rebuilt: boolean
}

export interface DropParts extends SteerParts {
  readonly env: Environment
}

const GRACE_MS = 2_000
const LOOK_MS = 100
const DRIVER_POLLS = 600

type DamageParts = Pick<DropParts, 'disk' | 'layout'>

/** What is wrong with the journal of a loop; null when it can be read, or there is no such loop. */
export async function damageOf({ disk, layout }: DamageParts, id: string): Promise<string | null> {
  if (!isLoopId(id) || !(await isKnown({ disk, layout }, id))) return null
  const { journal } = loopPaths(layout, id)
  // A last line that cannot be read is normal in a loop that was killed, and never in one that has ended.
  const text = (await disk.exists(archiveFile(layout, id))) ? await disk.read(journal) : null
  const line = text === null ? null : firstBrokenLine(text)
  if (line !== null) return `${journal} is damaged at line ${line}.`
  try {
    return (await peekLoop(disk, { journal })) ? null : `${journal} is missing or empty.`
  } catch (error) {
    if (isUsageError(error) && error.code === 'state-corrupt') return error.message
    throw error
  }
}

async function isKnown({ disk, layout }: DamageParts, id: string): Promise<boolean> {
  if (await disk.exists(loopPaths(layout, id).directory)) return true
  const { active } = await readOverview(disk, layout)
  return active.some(({ loop_id }) => loop_id === id)
}

/** Ends a loop with a damaged journal and moves the damaged records aside; nothing is deleted. Null when its journal can be read. */
export async function dropDamaged(parts: DropParts, id: string): Promise<DroppedLoop | null> {
  const { disk, layout, env } = parts
  if ((await damageOf(parts, id)) === null) return null
  const paths = loopPaths(layout, id)
  const [lease, first] = [await leaseOf(disk, layout.leases, id), (await intactStart(disk, paths.journal))?.events[0]]
  const nonce = first?.kind === 'loop-start' ? first.spec.nonce : lease?.nonce
  await refuseFromInside(env, id, nonce)
  await stopDriver(parts, paths, id)
  const drop = async (): Promise<DroppedLoop> => {
    if (nonce !== undefined && !(await endFamily({ leader: null, nonce, since: null }, GRACE_MS)))
      throw runProblem('orphans-alive', { id })
    return await putAside(parts, paths, id)
  }
  // Without a lease of its own, another loop may have the tree, and this one does not touch it.
  const dropped = lease
    ? await withLease(parts, { tree: lease.tree, loop: id, nonce: lease.nonce }, drop, CLEANUP_POLLS)
    : await drop()
  if (lease) await dropLease({ ...parts, directory: layout.leases }, lease.tree)
  await forgetSessions(parts, id)
  return dropped
}

/** A process that still drives the loop is asked to stop. It notices by itself that its journal was changed. */
async function stopDriver({ disk, layout, abort }: DropParts, paths: LoopPaths, id: string): Promise<void> {
  if (!(await isDriven(disk, layout, id))) return
  await leaveOrder(disk, paths.control, { kind: 'abort' })
  for (let polls = 0; await isDriven(disk, layout, id); polls++) {
    if (polls === DRIVER_POLLS || abort.aborted) throw runProblem('still-driven', { id })
    await sleep(LOOK_MS)
  }
}

async function putAside({ disk, layout, store }: DropParts, paths: LoopPaths, id: string): Promise<DroppedLoop> {
  const start = await intactStart(disk, paths.journal)
  const state = start && fold(start.events)
  const ended = await disk.exists(archiveFile(layout, id))
  // The records of a loop that has ended are not replaced: how it ended may be what was damaged.
  if (!start || !state || ended) return { aside: await store.setAside(id), rebuilt: false }
  const end = loopEnd(state, { kind: 'aborted' }, new Date(systemClock.now()).toISOString())
  const aside = await replaceDamaged(disk, paths.journal, start, end)
  // Opening a loop writes everything that is derived from its journal: registry, archive, state view.
  await (await store.open(id))?.close()
  return { aside, rebuilt: true }
}
