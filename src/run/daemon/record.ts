import { daemonPaths } from '../../store/layout.ts'
import { type Disk, nodeDisk } from '../../system/disk.ts'
import type { ProcessIdentity } from '../../system/process-table.ts'
import type { Environment } from '../../system/shell.ts'
import { stateHome } from '../../system/state-home.ts'

/** Which process runs the user's background loops, or did last. */
export interface DaemonRecord {
  readonly owner: ProcessIdentity
  /** Grows with every daemon. */
  readonly epoch: number
  readonly version: string
  readonly socket: string
  /** `ended` on purpose; `gave-up` after it died too often. */
  readonly state: 'serving' | 'ended' | 'gave-up'
  /** How many daemons in a row died young before any loop made progress. */
  readonly strikes: number
  /** In seconds since boot. */
  readonly since: number
}

/** Null when there is none, or it cannot be read: the next daemon writes a new one. */
export const readRecord = async (disk: Disk, path: string): Promise<DaemonRecord | null> =>
  parseRecord(await disk.read(path).catch(() => null))

/** Checked by hand, because `status` reads it and should start fast. */
export function parseRecord(text: string | null): DaemonRecord | null {
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

/** Why background loops do not run, when their daemon does not come back by itself; null when it would. */
export async function daemonTrouble(env: Environment): Promise<string | null> {
  const { record, log } = daemonPaths(stateHome(env))
  const found = await readRecord(nodeDisk('private'), record)
  if (found?.state !== 'gave-up') return null
  return `The daemon for background loops died ${found.strikes} times in a row and is not restarted; see ${log}. agent-loop resume <id> tries again.`
}
