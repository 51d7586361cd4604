import { join } from 'node:path'
import { describeCriterion } from '../criteria/describe.ts'
import type { Disk } from '../host/disk.ts'
import { writeDurably } from '../host/durable.ts'
import type { ProcessIdentity } from '../host/process-table.ts'
import { fold } from '../loop/apply.ts'
import type { LoopEvent } from '../loop/events.ts'
import { type LoopSpec, type LoopState, newLoop } from '../loop/state.ts'
import { UsageError } from '../std/usage-error.ts'
import { createJournal, type Journal, openJournal, readJournal } from './journal.ts'
import { iterationDirectory, type Layout, type LoopPaths, loopPaths } from './layout.ts'
import { asSeen, putEntry, readRegistry } from './registry.ts'
import type { RegistryEntry } from './registry-document.ts'
import { writeRegistryView, writeView } from './view.ts'

/** The loops of one project. */
export interface Store {
  create(spec: LoopSpec): Promise<SavedLoop>
  /** Takes up a loop where its journal ends; null when there is none of that name. */
  open(id: string): Promise<SavedLoop | null>
  /** Looks without touching; null when there is none of that name. */
  peek(id: string): Promise<LoopState | null>
  list(): Promise<{ readonly active: readonly RegistryEntry[]; readonly recent: readonly RegistryEntry[] }>
}

/** One loop on disk, held by the process that drives it. */
export interface SavedLoop {
  readonly state: LoopState
  /** Durable when it resolves. */
  save(events: readonly LoopEvent[], state: LoopState): Promise<void>
  /** Resolves to the prompt's path, outside the tree. */
  keepPrompt(iteration: number, prompt: string): Promise<string>
  logPath(iteration: number, name: 'agent.log' | 'verify.log'): string
}

export interface StorePorts {
  /** For the truth. */
  readonly disk: Disk
  /** For the view in the project. */
  readonly viewDisk: Disk
  readonly self: ProcessIdentity
  /** The view could not be written; the loop goes on, for it never reads it. */
  readonly onViewTrouble: (message: string) => void
}

export function openStore(layout: Layout, ports: StorePorts): Store {
  const { disk } = ports
  const peek = async (id: string): Promise<LoopState | null> => {
    const read = await readJournal(disk, loopPaths(layout, id).journal)
    return read && fold(read.events)
  }
  return {
    peek,
    async create(spec) {
      const paths = loopPaths(layout, spec.id)
      if ((await disk.read(paths.journal)) !== null) {
        throw new UsageError(
          'bad-arguments',
          `There is a loop ${spec.id} already.`,
          'Choose another --loop-id, or leave it out.',
        )
      }
      const state = newLoop(spec)
      const journal = await createJournal(disk, paths.journal, {
        kind: 'loop-start',
        loop: spec.id,
        at: spec.startedAt,
        spec,
      })
      const loop = savedLoop({ layout, ports, paths, journal, state })
      await project({ layout, ports, paths }, state)
      return loop
    },
    async open(id) {
      const paths = loopPaths(layout, id)
      const read = await openJournal(disk, paths.journal)
      const state = read && fold(read.events)
      return read && state && savedLoop({ layout, ports, paths, journal: read.journal, state })
    },
    async list() {
      const registry = await readRegistry(disk, layout.registry)
      const seen = await Promise.all((registry?.active_loops ?? []).map(entry => settledEntry(asSeen(entry), peek)))
      const isActive = ({ status }: RegistryEntry): boolean => status === 'running' || status === 'interrupted'
      return {
        active: seen.filter(isActive),
        recent: [...seen.filter(entry => !isActive(entry)), ...(registry?.recent_loops ?? [])],
      }
    },
  }
}

/** A process that died between its journal and the registry left the registry behind; the journal knows how the loop ended. */
async function settledEntry(
  entry: RegistryEntry,
  peek: (id: string) => Promise<LoopState | null>,
): Promise<RegistryEntry> {
  if (entry.status !== 'interrupted') return entry
  const state = await peek(entry.loop_id)
  return state?.outcome ? { ...entry, status: state.outcome.kind, iteration: state.iteration } : entry
}

interface Held {
  readonly layout: Layout
  readonly ports: StorePorts
  readonly paths: LoopPaths
}

function savedLoop(held: Held & { readonly journal: Journal; readonly state: LoopState }): SavedLoop {
  const { ports, paths, journal } = held
  return {
    state: held.state,
    async save(events, state) {
      await journal.append(events)
      await project(held, state)
    },
    async keepPrompt(iteration, prompt) {
      const path = join(iterationDirectory(paths, iteration), 'prompt.md')
      await ports.disk.makeDirectory(iterationDirectory(paths, iteration))
      await writeDurably(ports.disk, path, prompt)
      return path
    },
    logPath: (iteration, name) => join(iterationDirectory(paths, iteration), name),
  }
}

/** Brings the registry and the view up to the journal. The journal is durable already, so a crash in here loses nothing. */
async function project({ layout, ports, paths }: Held, state: LoopState): Promise<void> {
  const registry = await putEntry({ disk: ports.disk, layout, self: ports.self }, entryFor(state, ports.self, paths))
  try {
    await writeView(ports.viewDisk, layout, paths, state)
    await writeRegistryView(ports.viewDisk, layout, registry)
  } catch (error) {
    ports.onViewTrouble(error instanceof Error ? error.message : String(error))
  }
}

function entryFor({ spec, ...state }: LoopState, self: ProcessIdentity, paths: LoopPaths): RegistryEntry {
  return {
    loop_id: spec.id,
    task: spec.task,
    status: state.outcome?.kind ?? 'running',
    iteration: state.iteration,
    max_iterations: spec.limits.iterations,
    completion_criteria: describeCriterion(spec.criterion),
    started_at: spec.startedAt,
    last_active: state.lastActive,
    pid: self.pid,
    owner: { kind: 'foreground', started: self.started, boot: self.boot },
    working_directory: spec.workspace,
    state_file: paths.viewState,
  }
}
