import { watch } from 'node:fs'
import { writeBeat } from '../../store/heartbeat.ts'
import { secondsSinceBoot } from '../../system/clock.ts'
import type { ClaimPlace } from './claim.ts'
import { type DaemonRecord, recordIn } from './record.ts'

const BEAT_MS = 2_000

/**
 * Tells whoever comes after when this one was last alive, and sees whether it still is who it says: a state directory that was deleted,
 * or begun anew by somebody else, has no place for this daemon, and what it wrote there would count for nobody. Resolves to what ends that.
 */
export async function startHeartbeat(
  { disk, paths, self }: ClaimPlace,
  own: DaemonRecord,
  onLost: () => void,
): Promise<() => void> {
  const look = async (): Promise<void> => {
    // What cannot be read now may be read later; only what is gone, or another's, says that we are nobody.
    const text = await disk.read(paths.record).catch(() => undefined)
    const there = text === undefined ? own : recordIn(text)
    // A directory that was begun anew counts from one again.
    if (there?.epoch !== own.epoch || there.owner.pid !== self.pid || there.owner.started !== self.started) onLost()
  }
  const beat = async (): Promise<void> => {
    await writeBeat(disk, paths.heartbeat, self.boot, secondsSinceBoot()).catch(() => {})
    await look()
  }
  await beat()
  const timer = setInterval(() => void beat(), BEAT_MS)
  timer.unref()
  const watcher = watchQuietly(paths.directory, () => void look())
  return () => {
    clearInterval(timer)
    watcher?.close()
  }
}

/** Only to be faster than the next beat: where a disk does not tell, nothing is lost. */
function watchQuietly(directory: string, onChange: () => void): ReturnType<typeof watch> | null {
  try {
    return watch(directory, { persistent: false }, onChange).on('error', () => {})
  } catch {
    return null
  }
}
