import { apply } from '../../loop/apply.ts'
import type { EventOf } from '../../loop/events.ts'
import { isoTime } from '../../loop/iso-time.ts'
import type { LoopSpec } from '../../loop/state.ts'
import type { Waiver } from '../../proof/waiver.ts'
import { whoWorksIn } from '../../store/lease.ts'
import type { Store } from '../../store/store.ts'
import { systemClock } from '../../system/clock.ts'
import type { Environment } from '../../system/shell.ts'
import { findLoop } from '../find-loop.ts'
import { runProblem } from '../problems.ts'
import { endOrphans } from '../tree/end-orphans.ts'
import { type Holding, withLease } from '../tree/hold-tree.ts'
import { refuseInSession } from './inside-turn.ts'

interface WaivePlace extends Holding {
  readonly env: Environment
  readonly store: Store
}

/** Saves a waiver: only of a stopped loop without processes, and never from inside a turn or the session of an assistant that takes one. */
export async function waive(place: WaivePlace, id: string, waiver: Waiver): Promise<'saved'> {
  const { disk, layout, store, env } = place
  const { spec } = (await findLoop(disk, layout, id)).state
  await refuseInSession(env, layout, spec)
  await refuseRunning(place, spec)
  return await withLease(place, { tree: spec.tree, loop: id, nonce: spec.nonce }, async () => {
    await endOrphans(spec)
    const loop = await store.open(id)
    if (loop === null) throw runProblem('loop-gone', { id })
    const event = waiverEvent(spec, waiver)
    await loop.save([event], apply(loop.state, event)).finally(loop.close)
    return 'saved' as const
  })
}

/** Between its turns an assistant keeps the tree, although no process of ours works. */
export async function refuseRunning(
  { disk, layout }: Pick<Holding, 'disk' | 'layout'>,
  { id, tree }: Pick<LoopSpec, 'id' | 'tree'>,
): Promise<void> {
  if ((await whoWorksIn(disk, layout.leases, tree))?.loop === id) throw runProblem('loop-running', { id })
}

const waiverEvent = (spec: LoopSpec, waiver: Waiver): EventOf<'waiver'> => ({
  kind: 'waiver',
  loop: spec.id,
  at: isoTime(systemClock),
  waiver,
})
