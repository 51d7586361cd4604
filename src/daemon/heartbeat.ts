import { uptime } from 'node:os'
import { replaceFile } from '../host/durable.ts'
import type { ClaimPlace } from './claim.ts'

const BEAT_MS = 2_000

export interface Heartbeat {
  /** When the daemon before was last alive, in seconds since this boot, which no person sets; null when that was another boot. */
  readonly before: number | null
  stop(): void
}

/** Tells whoever comes after when this one was last alive. */
export async function startHeartbeat({ disk, paths, self }: ClaimPlace): Promise<Heartbeat> {
  const [boot, at] = ((await disk.read(paths.heartbeat).catch(() => null)) ?? '').split(' ')
  const beat = (): Promise<void> => replaceFile(disk, paths.heartbeat, `${self.boot} ${uptime()}`).catch(() => {})
  await beat()
  const timer = setInterval(() => void beat(), BEAT_MS)
  timer.unref()
  return { before: boot === self.boot ? Number(at) : null, stop: () => clearInterval(timer) }
}
