import type { Disk } from '../../system/disk.ts'
import { loopFiles, type ProjectFolder } from '../layout.ts'
import { storeProblem } from '../problems.ts'
import { MAX_CONCURRENT_LOOPS } from './max-concurrent-loops.ts'
import { parseEntry, parseRegistry, REGISTRY_VERSION, type Registry, type RegistryEntry } from './registry-document.ts'

/** Null when no loop has ever run in this project. Of a newer version's registry, the lines that we understand. */
export async function readRegistry(disk: Disk, path: string): Promise<Registry | null> {
  const text = await disk.read(path)
  if (text === null) return null
  const value = asJson(text)
  const parsed = parseRegistry(value)
  if (parsed.ok) return parsed.value
  const newer = newerRegistry(value)
  if (newer) return newer
  throw storeProblem('registry-damaged', { path, field: parsed.error })
}

/** Whether a newer version wrote it. */
export const isNewer = (version: string): boolean =>
  Number.parseInt(version, 10) > Number.parseInt(REGISTRY_VERSION, 10)

function newerRegistry(value: unknown): Registry | null {
  if (typeof value !== 'object' || value === null) return null
  const { version, active_loops, recent_loops } = value as Readonly<Record<string, unknown>>
  if (typeof version !== 'string' || !isNewer(version)) return null
  const entriesIn = (list: unknown): RegistryEntry[] =>
    Array.isArray(list) ? list.flatMap(entry => parseEntry(entry) ?? []) : []
  return {
    version,
    max_concurrent_loops: MAX_CONCURRENT_LOOPS,
    updated_at: '',
    active_loops: entriesIn(active_loops),
    recent_loops: entriesIn(recent_loops),
    totals: { started: 0, verified: 0, ended: 0 },
  }
}

/** A registry entry from its text; null when it is invalid. */
export function entryFrom(text: string | null): RegistryEntry | null {
  return text === null ? null : parseEntry(asJson(text))
}

/** The entry from the loop's pulse file, or the given one when the pulse is not newer and of the same process. */
export async function freshEntry(disk: Disk, folder: ProjectFolder, entry: RegistryEntry): Promise<RegistryEntry> {
  const pulse = entryFrom(await disk.read(loopFiles(folder, entry.loop_id).pulse))
  const same = pulse?.pid === entry.pid && pulse.owner.started === entry.owner.started
  return pulse && same && pulse.loop_id === entry.loop_id ? pulse : entry
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
