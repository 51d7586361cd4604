import { uptime } from 'node:os'
import { replaceFile } from '../host/durable.ts'
import type { ClaimPlace } from './claim.ts'

const BEAT_MS = 2_000

/** When the daemon before was last alive, in seconds since this boot, which no person sets; null when that was another boot. */
export async function lastBeat({ disk, paths, self }: ClaimPlace): Promise<number | null> {
  const [boot, at] = ((await disk.read(paths.heartbeat).catch(() => null)) ?? '').split(' ')
  return boot === self.boot ? Number(at) : null
}

/** Tells whoever comes after when this one was last alive; resolves to what ends that. */
export async function startHeartbeat({ disk, paths, self }: ClaimPlace): Promise<() => void> {
  const beat = (): Promise<void> => replaceFile(disk, paths.heartbeat, `${self.boot} ${uptime()}`).catch(() => {})
  await beat()
  const timer = setInterval(() => void beat(), BEAT_MS)
  timer.unref()
  return () => clearInterval(timer)
}
