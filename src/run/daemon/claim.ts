import { uptime } from 'node:os'
import { join } from 'node:path'
import { fail, ok, type Result } from '../../std/result.ts'
import type { DaemonPaths } from '../../store/layout.ts'
import type { Disk } from '../../system/disk.ts'
import { makeDirectoryDurably, writeDurably } from '../../system/durable.ts'
import { exclusively } from '../../system/mutex.ts'
import { isAlive, type ProcessIdentity } from '../../system/process-table.ts'
import { isListening } from './client.ts'
import { type DaemonRecord, readRecord } from './record.ts'

export interface DaemonProcess {
  readonly disk: Disk
  readonly paths: DaemonPaths
  readonly self: ProcessIdentity
}

/**
 * Makes this process the user's daemon, or returns the record of the one that is. A process that is not in our table but listens on its
 * socket is alive in another container.
 */
export async function claimDaemon(
  { disk, paths, self }: DaemonProcess,
  wanted: { readonly version: string; readonly folder: string; readonly lastAlive: number | null },
): Promise<Result<DaemonRecord, DaemonRecord>> {
  await makeDirectoryDurably(disk, paths.directory)
  return await exclusively({ disk, directory: paths.lock, self }, async () => {
    const before = await readRecord(disk, paths.record)
    if (before && (await isServing(before))) return fail(before)
    const epoch = (before?.epoch ?? 0) + 1
    const record: DaemonRecord = {
      owner: self,
      epoch,
      version: wanted.version,
      // A new name each time: a socket that a dead daemon left is never in the way.
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
  record.state === 'serving' && (isAlive(record.owner) || (await isListening(record.socket)))

/** Changes this daemon's record, unless another daemon has replaced it. */
export async function updateRecord(
  { disk, paths, self }: DaemonProcess,
  own: DaemonRecord,
  change: Partial<Pick<DaemonRecord, 'state' | 'strikes'>>,
): Promise<void> {
  await exclusively({ disk, directory: paths.lock, self }, async () => {
    const now = await readRecord(disk, paths.record)
    if (now?.epoch === own.epoch) await writeDurably(disk, paths.record, JSON.stringify({ ...now, ...change }))
  })
}
