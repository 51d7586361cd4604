import { uptime } from 'node:os'
import { join } from 'node:path'
import { fail, ok, type Result } from '../../std/result.ts'
import type { DaemonPaths } from '../../store/layout.ts'
import type { Disk } from '../../system/disk.ts'
import { makeDirectoryDurably, writeDurably } from '../../system/durable.ts'
import { exclusively } from '../../system/mutex.ts'
import { isAlive, type ProcessIdentity } from '../../system/process-table.ts'
import { type DaemonRecord, readRecord } from './record.ts'
import { answers } from './talk.ts'

export interface ClaimPlace {
  readonly disk: Disk
  readonly paths: DaemonPaths
  readonly self: ProcessIdentity
}

/** Becomes the user's daemon, or says who is. A process that is not in our table but answers is alive in another container. */
export async function claimDaemon(
  place: ClaimPlace,
  wanted: { readonly version: string; readonly folder: string; readonly lastAlive: number | null },
): Promise<Result<DaemonRecord, DaemonRecord>> {
  const { disk, paths, self } = place
  await makeDirectoryDurably(disk, paths.directory)
  return await exclusively({ disk, directory: paths.lock, self }, async () => {
    const before = await readRecord(disk, paths.record)
    if (before && (await isServing(before))) return fail(before)
    const epoch = (before?.epoch ?? 0) + 1
    const record: DaemonRecord = {
      owner: self,
      epoch,
      version: wanted.version,
      // A name of its own: nobody has to remove what a dead one left before this one can be reached.
      socket: join(wanted.folder, `${epoch}.sock`),
      state: 'serving',
      strikes: before?.state === 'serving' && diedYoung(before, wanted.lastAlive) ? before.strikes + 1 : 0,
      since: uptime(),
    }
    await writeDurably(disk, paths.record, JSON.stringify(record))
    return ok(record)
  })
}

const YOUNG_SECONDS = 30

const diedYoung = ({ since }: DaemonRecord, lastAlive: number | null): boolean =>
  lastAlive !== null && lastAlive - since < YOUNG_SECONDS

const isServing = async (record: DaemonRecord): Promise<boolean> =>
  record.state === 'serving' && (isAlive(record.owner) || (await answers(record.socket)))

/** Changes what stands there of this daemon; of another one nothing. False when another one is there. */
export async function amendRecord(
  { disk, paths, self }: ClaimPlace,
  own: DaemonRecord,
  change: Partial<Pick<DaemonRecord, 'state' | 'strikes'>>,
): Promise<boolean> {
  return await exclusively({ disk, directory: paths.lock, self }, async () => {
    const now = await readRecord(disk, paths.record)
    if (now?.epoch !== own.epoch) return false
    await writeDurably(disk, paths.record, JSON.stringify({ ...now, ...change }))
    return true
  })
}
