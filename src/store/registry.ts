import type { Disk } from '../host/disk.ts'
import { writeDurably } from '../host/durable.ts'
import { exclusively } from '../host/mutex.ts'
import type { ProcessIdentity } from '../host/process-table.ts'
import { UsageError } from '../std/usage-error.ts'
import { formatJson } from './format-json.ts'
import type { Layout } from './layout.ts'
import { emptyRegistry, REGISTRY_VERSION, type Registry, type RegistryEntry, withEntry } from './registry-document.ts'
import { readRegistry } from './registry-read.ts'

/** Writes one loop's line. Several processes may want to at once, so the file is read and written under a lock. */
export async function putEntry(place: RegistryPlace, entry: RegistryEntry): Promise<Registry> {
  const { disk, layout, self } = place
  return exclusively({ disk, directory: layout.registryLock, self }, async () => {
    const before = (await readRegistry(disk, layout.registry)) ?? emptyRegistry(entry.last_active)
    refuseNewer(before, layout.registry)
    const after = withEntry(before, entry)
    await writeDurably(disk, layout.registry, formatJson(after))
    return after
  })
}

export interface RegistryPlace {
  readonly disk: Disk
  readonly layout: Layout
  readonly self: ProcessIdentity
}

function refuseNewer(registry: Registry, path: string): void {
  const [theirs, ours] = [registry.version, REGISTRY_VERSION].map(version => Number.parseInt(version, 10))
  if (theirs === ours) return
  throw new UsageError(
    'state-corrupt',
    `${path} is of version ${registry.version}; this program writes ${REGISTRY_VERSION}.`,
    'Use the newer agent-loop that wrote it.',
  )
}
