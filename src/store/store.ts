import { join } from 'node:path'
import { fold } from '../loop/apply.ts'
import type { LoopEvent } from '../loop/events.ts'
import { type LoopSpec, type LoopState, newLoop } from '../loop/state.ts'
import { isUsageError, type UsageError } from '../std/usage-error.ts'
import { replaceFile, writeDurably } from '../system/durable.ts'
import type { LogName } from './iteration-logs.ts'
import { newestCheckpoint } from './journal/checkpoints.ts'
import { createJournal, type Journal, openJournal, readJournal } from './journal/journal.ts'
import { checkpointFile, iterationDirectory, type Layout, type LoopPaths, loopPaths } from './layout.ts'
import { storeProblem } from './problems.ts'
import { createStoreFolders, projectOf, type StorePorts } from './project.ts'
import { refuseNewerStore } from './registry/write-registry.ts'
import { setLoopAside } from './set-loop-aside.ts'
import { emptyChronicle, record } from './view/chronicle.ts'
import { refuseForeignView } from './view/view-disk.ts'

/** The loops of one project. */
export interface Store {
  create(spec: LoopSpec): Promise<SavedLoop>
  /** Opens a loop where its journal ends; null when there is none with that id. */
  open(id: string): Promise<SavedLoop | null>
  /** Moves all records of a loop aside, because they cannot be read, and lists it as ended; resolves to where they are now. */
  setAside(id: string): Promise<string | null>
}

/** One loop on disk, held by the process that drives it. */
export interface SavedLoop {
  readonly state: LoopState
  /** Durable when it resolves. */
  save(events: readonly LoopEvent[], state: LoopState): Promise<void>
  /** Resolves to the prompt's path, outside the tree. */
  keepPrompt(iteration: number, prompt: string): Promise<string>
  logPath(iteration: number, name: LogName): string
  /** Saves the accepted proposal, in the store and in the state view. */
  keepProposal(yaml: string): Promise<void>
  /** Whether no other process wrote to the journal. */
  intact(): Promise<boolean>
  /** Where the agent of a turn leaves messages. */
  inbox(iteration: number): string
  /** Saves the receipt, in the store and in the state view; resolves to its path in the store once it is durable. */
  keepReceipt(receipt: string): Promise<string>
  /** How many events there are, and the hash that the next one will carry. */
  journalHead(): ReturnType<Journal['head']>
  /** All events, in order. */
  history(): Promise<readonly LoopEvent[]>
  /** The folder for a copy of the tree from before the first turn. */
  readonly baselineFolder: string
  /** Releases the loop. If it has not ended, no process drives it from then on, although this process may live on. */
  close(): Promise<void>
}

export function openStore(layout: Layout, ports: StorePorts): Store {
  const { disk } = ports
  return {
    async create(spec) {
      const paths = loopPaths(layout, spec.id)
      await refuseNewerStore(disk, layout)
      await refuseForeignView(layout, ports.viewDisk)
      if (await disk.exists(paths.journal)) throw alreadyThere(spec.id)
      const state = newLoop(spec)
      const first: LoopEvent = { kind: 'loop-start', loop: spec.id, at: spec.startedAt, spec }
      const journal = await createJournal(disk, paths.journal, first)
      return await held({ layout, ports, paths, journal, state, events: [first] })
    },
    async open(id) {
      const paths = loopPaths(layout, id)
      await refuseNewerStore(disk, layout)
      const read = await openJournal(disk, paths.journal).catch((error: unknown) => withWayBack(error, ports, paths))
      const state = read && fold(read.events)
      if (!read || !state) return null
      await newestCheckpoint(disk, paths, ports.warn)
      return await held({ layout, ports, paths, journal: read.journal, state, events: read.events })
    },
    setAside: id => setLoopAside(layout, ports, id),
  }
}

export const alreadyThere = (id: string): UsageError => storeProblem('loop-exists', { id, elsewhere: false })

/** A loop with a damaged journal cannot be resumed, but the error names the last intact checkpoint. */
async function withWayBack(error: unknown, { disk, warn }: StorePorts, paths: LoopPaths): Promise<never> {
  if (!isUsageError(error)) throw error
  const iteration = await newestCheckpoint(disk, paths, warn)
  if (iteration === null) throw error
  const checkpoint = checkpointFile(paths, iteration)
  if (error.code !== 'state-corrupt') throw error
  throw storeProblem('journal-damaged-after-checkpoint', { damage: error, iteration, checkpoint }, error)
}

interface Opened {
  readonly layout: Layout
  readonly ports: StorePorts
  readonly paths: LoopPaths
  readonly journal: Journal
  readonly state: LoopState
  /** All that the journal holds. */
  readonly events: readonly LoopEvent[]
}

/** The process before may have died after writing the journal, so everything derived from it is updated first. */
async function held({ layout, ports, paths, journal, state, events }: Opened): Promise<SavedLoop> {
  const { disk } = ports
  await createStoreFolders(disk, layout, paths)
  const project = projectOf(layout, ports, paths)
  let chronicle = events.reduce(record, emptyChronicle(state.spec.id))
  let count = events.length
  let latest = state
  await project.keep(state, count)
  await project.follow(state, chronicle)
  await ports.replicate?.()
  return {
    ...files(ports, paths),
    state,
    intact: journal.intact,
    journalHead: journal.head,
    history: async () => (await readJournal(disk, paths.journal))?.events ?? [],
    async save(events, state) {
      await journal.append(events)
      chronicle = events.reduce(record, chronicle)
      count += events.length
      latest = state
      await project.keep(state, count)
      await project.follow(state, chronicle)
      await ports.replicate?.()
    },
    async close() {
      await journal.close()
      await project.settled().catch(() => {})
      // Errors of the disk were already reported by the step before.
      if (latest.outcome === null) await project.letGo(latest).catch(() => {})
    },
  }
}

function files(
  ports: StorePorts,
  paths: LoopPaths,
): Omit<SavedLoop, 'state' | 'save' | 'intact' | 'history' | 'journalHead' | 'close'> {
  return {
    async keepPrompt(iteration, prompt) {
      const path = join(iterationDirectory(paths, iteration), 'prompt.md')
      await ports.disk.makeDirectory(iterationDirectory(paths, iteration))
      await replaceFile(ports.disk, path, prompt)
      return path
    },
    baselineFolder: paths.baseline,
    inbox: iteration => join(iterationDirectory(paths, iteration), 'inbox'),
    async keepProposal(yaml) {
      await writeDurably(ports.disk, paths.proposal, yaml)
      await writeDurably(ports.viewDisk, join(paths.viewDirectory, 'inferred-completion.yaml'), yaml).catch(
        (error: unknown) => ports.onViewTrouble(String(error)),
      )
    },
    async keepReceipt(receipt) {
      await writeDurably(ports.disk, paths.receipt, receipt)
      await writeDurably(ports.viewDisk, paths.viewReceipt, receipt).catch((error: unknown) =>
        ports.onViewTrouble(String(error)),
      )
      return paths.receipt
    },
    logPath: (iteration, name) => join(iterationDirectory(paths, iteration), name),
  }
}
