import { join } from 'node:path'
import type { LoopSpec } from '../../loop/state.ts'
import { type Layout, racesOf } from '../../store/layout.ts'
import type { Disk } from '../../system/disk.ts'
import { makeDirectoryDurably } from '../../system/durable.ts'
import type { RunRequest } from '../run-request.ts'

interface ClaimParts {
  readonly disk: Disk
  readonly layout: Pick<Layout, 'project'>
  readonly warn: (message: string) => void
}

/**
 * Whether a verified loop may act on the outside world, as `--on-verified` does. Of a race, one result may, also when the race was
 * interrupted and its loops are resumed one by one.
 */
export async function mayAct(
  { mayAct: hasWon }: Pick<RunRequest, 'mayAct'>,
  { id, race }: Pick<LoopSpec, 'id' | 'race'>,
  { disk, layout, warn }: ClaimParts,
): Promise<boolean> {
  if (hasWon?.() === false) return false
  if (race === null) return true
  try {
    const winner = await claimed(disk, racesOf(layout), { id, race })
    if (winner === id) return true
    warn(`${winner} was verified first in this race, so nothing is committed, pushed, or run for ${id}`)
  } catch (error) {
    warn(`it is unknown who won the race, so nothing is committed, pushed, or run for ${id}: ${String(error)}`)
  }
  return false
}

/** The loop that claimed the race first: this one, if nobody has. */
async function claimed(disk: Disk, folder: string, { id, race }: { id: string; race: string }): Promise<string> {
  await makeDirectoryDurably(disk, folder)
  const [claim, own] = [join(folder, race), join(folder, `${race}.${id}`)]
  await disk.write(own, id)
  await disk.sync(own)
  await disk.link(own, claim)
  await disk.remove(own)
  await disk.sync(folder)
  return (await disk.read(claim)) ?? ''
}
