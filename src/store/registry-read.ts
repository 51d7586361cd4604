import type { Disk } from '../host/disk.ts'
import { UsageError } from '../std/usage-error.ts'
import { type Layout, loopPaths } from './layout.ts'
import type { Registry, RegistryEntry } from './registry-document.ts'
import { faultInRegistry, isEntry, isRegistry } from './registry-shape.ts'

/** Null when no loop has ever run in this project. */
export async function readRegistry(disk: Disk, path: string): Promise<Registry | null> {
  const text = await disk.read(path)
  if (text === null) return null
  const value = asJson(text)
  if (isRegistry(value)) return value
  throw new UsageError(
    'state-corrupt',
    `${path} is damaged: ${faultInRegistry(value) || 'the document'} is not what it should be.`,
    'Move the file away; it is made anew by the next loop.',
  )
}

/** A registry's line from its text; null when it is none. */
export function entryFrom(text: string | null): RegistryEntry | null {
  const value = text === null ? null : asJson(text)
  return isEntry(value) ? value : null
}

/** The registry's line as its loop tells it now; the line itself when nothing newer of the same process is there. */
export async function freshEntry(disk: Disk, layout: Layout, entry: RegistryEntry): Promise<RegistryEntry> {
  const pulse = entryFrom(await disk.read(loopPaths(layout, entry.loop_id).pulse))
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
