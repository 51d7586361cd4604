import type { Disk } from '../host/disk.ts'
import { writeDurably } from '../host/durable.ts'
import { exclusively } from '../host/mutex.ts'
import { isAlive, type ProcessIdentity } from '../host/process-table.ts'
import { UsageError } from '../std/usage-error.ts'
import type { Layout } from './layout.ts'
import {
  emptyRegistry,
  REGISTRY_VERSION,
  type Registry,
  type RegistryEntry,
  registrySchema,
  withEntry,
} from './registry-document.ts'

export async function readRegistry(disk: Disk, path: string): Promise<Registry | null> {
  const text = await disk.read(path)
  if (text === null) return null
  const parsed = registrySchema.safeParse(asJson(text))
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new UsageError(
    'state-corrupt',
    `${path} is damaged: ${issue?.path.join('.') || 'the document'}: ${issue?.message}`,
    'Move the file away; it is made anew by the next loop.',
  )
}

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

/** The entry as others should see it: a running loop whose process is gone is interrupted. */
export function asSeen(entry: RegistryEntry): RegistryEntry {
  const alive = isAlive({ pid: entry.pid, started: entry.owner.started, boot: entry.owner.boot })
  return entry.status === 'running' && !alive ? { ...entry, status: 'interrupted' } : entry
}

/** As formatters leave it, so that a project's own lint does not trip over the view. */
export const formatJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

function refuseNewer(registry: Registry, path: string): void {
  const [theirs, ours] = [registry.version, REGISTRY_VERSION].map(version => Number.parseInt(version, 10))
  if (theirs === ours) return
  throw new UsageError(
    'state-corrupt',
    `${path} is of version ${registry.version}; this program writes ${REGISTRY_VERSION}.`,
    'Use the newer agent-loop that wrote it.',
  )
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
