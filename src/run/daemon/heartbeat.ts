import { watch } from 'node:fs'
import { writeBeat } from '../../store/heartbeat.ts'
import { secondsSinceBoot } from '../../system/clock.ts'
import type { DaemonProcess } from './claim.ts'
import { type DaemonRecord, parseRecord } from './record.ts'

const BEAT_MS = 2_000

/**
 * Writes again and again that this daemon is alive, and checks that its record is still its own. If the state directory was deleted, or
 * another daemon has claimed it, nothing that this one writes counts any more. Resolves to a function that ends the heartbeat.
 */
export async function startHeartbeat(
  { disk, paths, self }: DaemonProcess,
  own: DaemonRecord,
  onLost: () => void,
): Promise<() => void> {
  const checkRecord = async (): Promise<void> => {
    // A file that cannot be read now may be readable later; only one that is gone, or another daemon's, counts.
    const text = await disk.read(paths.record).catch(() => undefined)
    const record = text === undefined ? own : parseRecord(text)
    // In a new state directory epochs start at one again.
    if (record?.epoch !== own.epoch || record.owner.pid !== self.pid || record.owner.started !== self.started) onLost()
  }
  const beat = async (): Promise<void> => {
    await writeBeat(disk, paths.heartbeat, self.boot, secondsSinceBoot()).catch(() => {})
    await checkRecord()
  }
  await beat()
  const timer = setInterval(() => void beat(), BEAT_MS)
  timer.unref()
  const watcher = watchIfPossible(paths.directory, () => void checkRecord())
  return () => {
    clearInterval(timer)
    watcher?.close()
  }
}

/** Only to be faster than the next beat: where a file system cannot be watched, nothing is lost. */
function watchIfPossible(directory: string, onChange: () => void): ReturnType<typeof watch> | null {
  try {
    return watch(directory, { persistent: false }, onChange).on('error', () => {})
  } catch {
    return null
  }
}
