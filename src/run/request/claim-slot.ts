import { layoutOf } from '../../store/layout.ts'
import { noSlotError } from '../../store/no-slot-error.ts'
import { claimSlot, noFreeSlot, type SlotPorts, withdrawSlot } from '../../store/slots.ts'
import { secondsSinceBoot, systemClock } from '../../system/clock.ts'
import { nodeDisk } from '../../system/disk.ts'
import { ownIdentity } from '../../system/process-table.ts'
import { treeOf } from '../../system/tree.ts'
import type { RequestContext } from './context.ts'

type Here = Pick<RequestContext, 'cwd' | 'env' | 'err'>

/** How many loops may run, and where the project's state view is. */
interface SlotSettings {
  readonly stateDirectory: string | null
  readonly maxLoops: number
}

/** Refuses early, before a person is asked anything. */
export async function refuseWithoutSlot(context: Here, settings: SlotSettings): Promise<void> {
  const full = await noFreeSlot(portsFor(context, settings), settings.maxLoops)
  if (full) throw noSlotError(full)
}

/** Claims a slot for a loop, and withdraws it when the loop does not begin. Once it has begun, its daemon releases the slot. */
export async function withSlot<T>(
  context: Here,
  settings: SlotSettings,
  loop: { readonly id: string; readonly task: string },
  begin: () => Promise<T>,
): Promise<T> {
  const ports = portsFor(context, settings)
  const slot = await claimSlot(ports, { loop: loop.id, task: loop.task, max: settings.maxLoops })
  if (!slot.ok) throw noSlotError(slot.error)
  try {
    return await begin()
  } catch (error) {
    await withdrawSlot(ports, loop.id)
    throw error
  }
}

function portsFor({ cwd, env, err }: Here, { stateDirectory }: SlotSettings): SlotPorts {
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
