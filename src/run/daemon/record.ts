import type { Disk } from '../../system/disk.ts'
import type { ProcessIdentity } from '../../system/process-table.ts'

/** Who runs the user's background loops, or did last. */
export interface DaemonRecord {
  readonly owner: ProcessIdentity
  /** Grows with every daemon. */
  readonly epoch: number
  readonly version: string
  readonly socket: string
  /** `ended` by its own will; `gave-up` after it died too often. */
  readonly state: 'serving' | 'ended' | 'gave-up'
  /** How many before it died in a row, each young and before any loop got on. */
  readonly strikes: number
  /** In seconds since boot. */
  readonly since: number
}

/** Null when there is none. What cannot be read is none: the next daemon writes it anew. Light, because `status` looks here. */
export const readRecord = async (disk: Disk, path: string): Promise<DaemonRecord | null> =>
  recordIn(await disk.read(path).catch(() => null))

/** The same from its text. */
export function recordIn(text: string | null): DaemonRecord | null {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return isRecord(value) ? value : null
  } catch {
    return null
  }
}

function isRecord(value: unknown): value is DaemonRecord {
  if (typeof value !== 'object' || value === null) return false
  const { owner, epoch, version, socket, state, strikes, since } = value as Record<string, unknown>
  const known = typeof state === 'string' && ['serving', 'ended', 'gave-up'].includes(state)
  const numbers = Number.isSafeInteger(epoch) && Number.isSafeInteger(strikes) && Number.isFinite(since)
  return known && numbers && typeof version === 'string' && typeof socket === 'string' && isOwner(owner)
}

function isOwner(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { pid, started, boot } = value as Record<string, unknown>
  return Number.isSafeInteger(pid) && typeof started === 'string' && typeof boot === 'string'
}
