import type { LoopState } from '../loop/state.ts'
import { isOpen } from '../loop/status.ts'
import type { Disk } from '../system/disk.ts'
import { makeDirectoryDurably, replaceFile, writeDurably } from '../system/durable.ts'
import type { ProcessIdentity } from '../system/process-table.ts'
import { checkpointKeeper } from './journal/checkpoint-keeper.ts'
import { analyticsFile, archiveFile, type Layout, type LoopPaths } from './layout.ts'
import { archiveLoop, unarchiveLoop } from './registry/archive.ts'
import { writePulse } from './registry/pulse.ts'
import { freshEntry, readRegistry } from './registry/read-registry.ts'
import {
  emptyRegistry,
  type OwnerKind,
  type Registry,
  type RegistryEntry,
  withEntry,
} from './registry/registry-document.ts'
import { entryFor } from './registry/registry-entry.ts'
import { putEntry } from './registry/write-registry.ts'
import type { Analytics } from './view/analytics-schema.ts'
import { analyticsText } from './view/analytics-text.ts'
import type { Chronicle } from './view/chronicle.ts'
import { handOffMarkdown } from './view/hand-off.ts'
import { viewOf } from './view/state-view.ts'

export interface StorePorts {
  /** For the private store. */
  readonly disk: Disk
  /** For the state view in the project. */
  readonly viewDisk: Disk
  readonly self: ProcessIdentity
  /** Where this process drives loops; in the foreground when not given. */
  readonly kind?: OwnerKind
  /** The assistant's process, when an assistant takes the turns: the loop lives as long as it does. */
  readonly host?: ProcessIdentity
  /** The state view could not be written. The loop continues, because it never reads it. */
  readonly onViewTrouble: (message: string) => void
  /** Called after every save, which waits for it: another copy of the journal is up to date when it resolves. */
  readonly replicate?: (() => Promise<void>) | undefined
  /** A stored file is damaged, and was moved aside. */
  readonly warn: (message: string) => void
  /** How many background loops are allowed, for the registry. */
  readonly maxLoops?: number | undefined
}

/** Everything that is derived from a loop's journal: checkpoints, analytics, its registry entry, the state view. */
interface ProjectStore {
  /** Saves the state after an iteration, without waiting for the disk. */
  keep(state: LoopState, events: number): Promise<void>
  /** Updates everything from the journal, which is already durable: what a crash loses here is derived again. */
  follow(state: LoopState, chronicle: Chronicle): Promise<void>
  /** No process drives it anymore, although the one that did may live on. */
  letGo(state: LoopState): Promise<void>
  /** Resolves when all pending writes are done. */
  settled(): Promise<void>
}

/** Creates the folders that links of the state view point to: a dangling link breaks tools that walk the project. */
export async function createStoreFolders(disk: Disk, layout: Layout, paths: LoopPaths): Promise<void> {
  for (const folder of [paths.checkpoints, paths.analytics, paths.iterations, layout.archive])
    await makeDirectoryDurably(disk, folder)
}

export function projectOf(layout: Layout, ports: StorePorts, paths: LoopPaths): ProjectStore {
  const { disk, self } = ports
  const driver = { ...self, kind: ports.kind ?? 'foreground' }
  const view = viewOf(ports.viewDisk, layout, paths)
  const registryNow = registryReader(disk, layout)
  const tellFigures = figuresTeller(disk, paths)
  let listed = false
  const checkpoints = checkpointKeeper(disk, paths)

  const enlist = async (entry: RegistryEntry): Promise<void> => {
    const archived = !listed && (await disk.exists(archiveFile(layout, entry.loop_id)))
    if (!isOpen(entry.status)) await archiveLoop(disk, layout, entry)
    await putEntry({ ...ports, layout }, entry, archived)
    if (isOpen(entry.status)) await unarchiveLoop(disk, layout, entry.loop_id)
    await disk.remove(paths.pulse)
    listed = true
  }

  const show = async (state: LoopState, chronicle: Chronicle, entry: RegistryEntry): Promise<void> => {
    const handOff = handOffMarkdown(state, paths)
    try {
      await view.show(state, chronicle, await registryNow(entry))
      if (handOff !== null) await replaceFile(ports.viewDisk, paths.viewHandOff, handOff)
    } catch (error) {
      ports.onViewTrouble(error instanceof Error ? error.message : String(error))
    }
  }

  return {
    settled: checkpoints.settled,
    async letGo(state) {
      // Between two turns the assistant holds it, and no process of ours runs.
      if (state.spec.agent.kind === 'host') return
      await putEntry({ ...ports, layout }, entryFor(state, { ...driver, started: NOBODY }, paths), false)
      await disk.remove(paths.pulse)
    },
    async keep(state, events) {
      if (isClosed(state)) await checkpoints.write(state, events)
      if (!isClosed(state) || state.outcome) await checkpoints.settled()
    },
    async follow(state, chronicle) {
      const owner = ports.host ?? (await keptOwner(disk, layout, state))
      const entry = entryFor(state, { ...driver, ...owner }, paths)
      const figures = (): Promise<void> => tellFigures(chronicle.analytics, state.outcome !== null)
      // Its registry entry is written when it begins, pauses, and ends. The pulse file shows what happens in between.
      if (listed && entry.status === 'running')
        return void (await Promise.all([figures(), writePulse(disk, paths, entry), show(state, chronicle, entry)]))
      await figures()
      const handOff = handOffMarkdown(state, paths)
      if (handOff !== null) await writeDurably(disk, paths.handOff, handOff)
      await enlist(entry)
      await show(state, chronicle, entry)
    },
  }
}

/** Controlling a loop whose turns an assistant takes does not take it over. */
async function keptOwner(disk: Disk, layout: Layout, { spec }: LoopState): Promise<ProcessIdentity | null> {
  if (spec.agent.kind !== 'host') return null
  const registry = await readRegistry(disk, layout.registry)
  const known = [...(registry?.active_loops ?? []), ...(registry?.recent_loops ?? [])]
  const entry = known.find(({ loop_id }) => loop_id === spec.id)
  return entry ? { pid: entry.pid, started: entry.owner.started, boot: entry.owner.boot } : null
}

/** Writes the analytics when they changed; durably at the end. */
function figuresTeller(disk: Disk, paths: LoopPaths): (analytics: Analytics, last: boolean) => Promise<void> {
  let told: Analytics | null = null
  return async (analytics, last) => {
    if (analytics === told) return
    await (last ? writeDurably : replaceFile)(disk, analyticsFile(paths), analyticsText(analytics))
    told = analytics
  }
}

/** No process ever started then. */
const NOBODY = 'never'

/** The state after an iteration, and not one from the middle of the next. */
const isClosed = ({ phase, iteration, checks }: LoopState): boolean =>
  iteration > 0 && (phase === 'ready' || phase === 'ended') && checks.at(-1)?.iteration === iteration

/** The registry with the current entries of all running loops; read again only when it was written. */
function registryReader(disk: Disk, layout: Layout): (own: RegistryEntry) => Promise<Registry> {
  let known: { readonly stamp: string | null; readonly registry: Registry } | null = null
  return async own => {
    const stamp = await disk.stamp(layout.registry)
    if (known === null || known.stamp !== stamp)
      known = { stamp, registry: (await readRegistry(disk, layout.registry)) ?? emptyRegistry(own.last_active) }
    const { registry } = known
    const active = await Promise.all(
      registry.active_loops.map(entry => (entry.loop_id === own.loop_id ? own : freshEntry(disk, layout, entry))),
    )
    return withEntry({ ...registry, active_loops: active }, own)
  }
}
