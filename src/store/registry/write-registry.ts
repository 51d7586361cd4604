import { basename } from 'node:path'
import { isUsageError, type UsageError } from '../../std/usage-error.ts'
import type { Disk } from '../../system/disk.ts'
import { writeDurably } from '../../system/durable.ts'
import { exclusively } from '../../system/mutex.ts'
import type { ProcessIdentity } from '../../system/process-table.ts'
import { formatJson } from '../format-json.ts'
import { setAside } from '../journal/set-aside.ts'
import type { Layout } from '../layout.ts'
import { storeProblem } from '../problems.ts'
import { isNewer, readRegistry } from './read-registry.ts'
import { remakeRegistry } from './rebuild-registry.ts'
import { emptyRegistry, REGISTRY_VERSION, type Registry, type RegistryEntry, withEntry } from './registry-document.ts'

/**
 * Writes one loop's line. Several processes may want to at once, so the file is read and written under a lock.
 * `archived`: it had ended before.
 */
export async function putEntry(place: RegistryPlace, entry: RegistryEntry, archived: boolean): Promise<Registry> {
  const { disk, layout, self, maxLoops } = place
  return exclusively({ disk, directory: layout.registryLock, self }, async () => {
    const before = await registryToWrite(place, entry.last_active)
    const capped = maxLoops === undefined ? before : { ...before, max_concurrent_loops: maxLoops }
    const after = withEntry(capped, entry, archived)
    await writeDurably(disk, layout.registry, formatJson(after))
    return after
  })
}

interface RegistryPlace {
  readonly disk: Disk
  readonly layout: Layout
  readonly self: ProcessIdentity
  readonly warn: (message: string) => void
  /** How many background loops are allowed; unchanged when not given. */
  readonly maxLoops?: number | undefined
}

/** A damaged registry is moved aside and rebuilt. A registry of a newer version is not written. */
async function registryToWrite({ disk, layout, warn }: RegistryPlace, at: string): Promise<Registry> {
  try {
    const found = (await readRegistry(disk, layout.registry)) ?? emptyRegistry(at)
    if (isNewer(found.version)) throw tooNew(found, layout.registry)
    return found
  } catch (error) {
    if (!isUsageError(error) || error.code !== 'state-corrupt') throw error
    const aside = await setAside(disk, layout.registry)
    warn(`${error.message} It was moved to ${basename(aside)} and rebuilt from the loops.`)
    return await remakeRegistry(disk, layout, at)
  }
}

/** Throws when a newer version wrote the registry, before anything of a loop is written. */
export async function refuseNewerStore(disk: Disk, { registry }: Layout): Promise<void> {
  const found = await readRegistry(disk, registry).catch((error: unknown) => {
    if (isUsageError(error)) return null
    throw error
  })
  if (found && isNewer(found.version)) throw tooNew(found, registry)
}

const tooNew = ({ version }: Registry, path: string): UsageError =>
  storeProblem('registry-newer', { path, version, ours: REGISTRY_VERSION })
