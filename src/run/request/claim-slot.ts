import { layoutOf } from '../../store/layout.ts'
import { noPlaceError } from '../../store/no-slot-error.ts'
import { type CapacityPorts, claimPlace, noRoom, withdrawPlace } from '../../store/slots.ts'
import { secondsSinceBoot, systemClock } from '../../system/clock.ts'
import { nodeDisk } from '../../system/disk.ts'
import { ownIdentity } from '../../system/process-table.ts'
import { treeOf } from '../../system/tree.ts'
import type { RequestContext } from './context.ts'

type Here = Pick<RequestContext, 'cwd' | 'env' | 'err'>

/** How many may run, and where the project's loops are shown. */
interface FreeSlot {
  readonly stateDirectory: string | null
  readonly maxLoops: number
}

/** Before a person is asked anything: what would be refused in the end is refused now. */
export async function refuseWithoutRoom(context: Here, room: FreeSlot): Promise<void> {
  const full = await noRoom(portsFor(context, room), room.maxLoops)
  if (full) throw noPlaceError(full)
}

/** Counts a loop in, and out again when it does not begin; then it is its daemon's to give back. */
export async function withPlace<T>(
  context: Here,
  room: FreeSlot,
  loop: { readonly id: string; readonly task: string },
  begin: () => Promise<T>,
): Promise<T> {
  const ports = portsFor(context, room)
  const place = await claimPlace(ports, { loop: loop.id, task: loop.task, max: room.maxLoops })
  if (!place.ok) throw noPlaceError(place.error)
  try {
    return await begin()
  } catch (error) {
    await withdrawPlace(ports, loop.id)
    throw error
  }
}

function portsFor({ cwd, env, err }: Here, { stateDirectory }: FreeSlot): CapacityPorts {
  const layout = layoutOf(env, treeOf(cwd), stateDirectory)
  return {
    disk: nodeDisk('private'),
    layout,
    self: ownIdentity(),
    now: systemClock.now,
    sinceBoot: secondsSinceBoot,
    warn: message => err(`agent-loop: ${message}`),
  }
}
