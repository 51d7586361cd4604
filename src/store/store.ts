import { join } from 'node:path'
import type { Disk } from '../host/disk.ts'
import { writeDurably } from '../host/durable.ts'
import type { ProcessIdentity } from '../host/process-table.ts'
import { fold } from '../loop/apply.ts'
import type { LoopEvent } from '../loop/events.ts'
import { describeOutcome } from '../loop/outcome.ts'
import { type LoopSpec, type LoopState, newLoop } from '../loop/state.ts'
import { UsageError } from '../std/usage-error.ts'
import { handOffMarkdown } from './hand-off.ts'
import type { LogName } from './iteration-logs.ts'
import { createJournal, type Journal, openJournal } from './journal.ts'
import { iterationDirectory, type Layout, type LoopPaths, loopPaths } from './layout.ts'
import { putEntry } from './registry.ts'
import type { RegistryEntry } from './registry-document.ts'
import { spentDocument } from './state-document.ts'
import { writeRegistryView, writeView } from './view.ts'

/** The loops of one project. */
export interface Store {
  create(spec: LoopSpec): Promise<SavedLoop>
  /** Takes up a loop where its journal ends; null when there is none of that name. */
  open(id: string): Promise<SavedLoop | null>
}

/** One loop on disk, held by the process that drives it. */
export interface SavedLoop {
  readonly state: LoopState
  /** Durable when it resolves. */
  save(events: readonly LoopEvent[], state: LoopState): Promise<void>
  /** Resolves to the prompt's path, outside the tree. */
  keepPrompt(iteration: number, prompt: string): Promise<string>
  logPath(iteration: number, name: LogName): string
  /** Keeps the proposal that was accepted, in the store and in the view. */
  keepProposal(yaml: string): Promise<void>
  /** Whether nobody else wrote into the journal. */
  intact(): Promise<boolean>
  /** Where the agent of a turn leaves word. */
  inbox(iteration: number): string
  /** Where a copy of the tree as it was found may stand. */
  readonly baselineFolder: string
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
  return {
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
      if (!read || !state) return null
      // Whoever held it may have died between the journal and the registry.
      await project({ layout, ports, paths }, state)
      return savedLoop({ layout, ports, paths, journal: read.journal, state })
    },
  }
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
    baselineFolder: paths.baseline,
    intact: journal.intact,
    inbox: iteration => join(iterationDirectory(paths, iteration), 'inbox'),
    async keepProposal(yaml) {
      await writeDurably(ports.disk, paths.proposal, yaml)
      await writeDurably(ports.viewDisk, join(paths.viewDirectory, 'inferred-completion.yaml'), yaml).catch(
        (error: unknown) => ports.onViewTrouble(String(error)),
      )
    },
    logPath: (iteration, name) => join(iterationDirectory(paths, iteration), name),
  }
}

/** Brings the registry and the view up to the journal. The journal is durable already, so a crash in here loses nothing. */
async function project({ layout, ports, paths }: Held, state: LoopState): Promise<void> {
  const registry = await putEntry({ disk: ports.disk, layout, self: ports.self }, entryFor(state, ports.self, paths))
  const handOff = handOffMarkdown(state, paths)
  if (handOff !== null) await writeDurably(ports.disk, paths.handOff, handOff)
  try {
    await writeView(ports.viewDisk, layout, paths, state)
    if (handOff !== null) await writeDurably(ports.viewDisk, paths.viewHandOff, handOff)
    await writeRegistryView(ports.viewDisk, layout, registry)
  } catch (error) {
    ports.onViewTrouble(error instanceof Error ? error.message : String(error))
  }
}

const MISSING_LENGTH = 200

function entryFor({ spec, ...state }: LoopState, self: ProcessIdentity, paths: LoopPaths): RegistryEntry {
  return {
    loop_id: spec.id,
    task: spec.task,
    status: state.outcome?.kind ?? 'running',
    iteration: state.iteration,
    max_iterations: spec.limits.iterations,
    completion_criteria: spec.done,
    started_at: spec.startedAt,
    last_active: state.lastActive,
    pid: self.pid,
    owner: { kind: 'foreground', started: self.started, boot: self.boot },
    working_directory: spec.workspace,
    state_file: paths.viewState,
    verdict: state.checks.at(-1)?.verdict ?? null,
    missing: state.missing === null ? null : (state.missing.split('\n')[0] ?? '').slice(0, MISSING_LENGTH),
    failing: state.failing?.ids ?? [],
    spent: spentDocument(state.spent),
    ended: state.outcome && describeOutcome(state.outcome),
  }
}
