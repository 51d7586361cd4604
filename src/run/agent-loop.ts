import { join } from 'node:path'
import type { AskPerson } from '../agents/agent.ts'
import type { StoppedTurn } from '../loop/adopted-turn.ts'
import type { LoopEvent } from '../loop/events.ts'
import type { LoopSpec, LoopState } from '../loop/state.ts'
import type { Waiver } from '../proof/waiver.ts'
import type { Adoption } from '../store/adoptions.ts'
import { layoutOf, loopPaths } from '../store/layout.ts'
import type { StorePorts } from '../store/project.ts'
import { type Overview, readOverview } from '../store/registry/overview.ts'
import { openStore } from '../store/store.ts'
import { viewDisk } from '../store/view/view-disk.ts'
import { nodeDisk } from '../system/disk.ts'
import { ownIdentity } from '../system/process-table.ts'
import { type Environment, newNonce, nodeShell } from '../system/shell.ts'
import { treeOf } from '../system/tree.ts'
import type { AdoptRequest, Host, Readopter } from './adopt.ts'
import type { BeginParts, ResumeRequest } from './begin.ts'
import type { Leftover } from './clean/leftovers.ts'
import { cleanDisk, cleaner, cleanText } from './clean-output.ts'
import { type AdoptParts, closeAdopted, promptFor } from './close-adopted.ts'
import { findLoop } from './find-loop.ts'
import type { RunRequest } from './run-request.ts'
import type { DroppedLoop } from './steer/drop-damaged.ts'
import { refuseFromInside } from './steer/inside-turn.ts'
import type { Steered, SteerParts } from './steer/steer.ts'
import { CLEANUP_POLLS, withLease } from './tree/hold-tree.ts'
import type { RestoredTurn, RestoreTurnRequest } from './tree/restore-turn.ts'
import type { Reverted } from './tree/revert.ts'

export interface AgentLoopOptions {
  /** The directory in which the loops work; the process's own by default. */
  readonly cwd?: string
  /** The environment of agents and checks, captured once; the process's own by default. */
  readonly env?: Environment
  /** The state directory; `.aiwg/ralph` in the tree when null or not given. */
  readonly stateDirectory?: string | null
  /** This process is the user's daemon, without a terminal. */
  readonly background?: boolean
  /** How many background loops are allowed, for the registry; unchanged when not given. */
  readonly maxLoops?: number | undefined
  readonly emit?: (event: LoopEvent) => void
  readonly onWarning?: (message: string) => void
  /** Called when the proof of a passing check begins. There is no event for it, because nothing has happened yet. */
  readonly onProving?: () => void
  /** Receives the function that kills the loop's processes immediately, for a second Ctrl-C. */
  readonly onKillSwitch?: (kill: () => void) => void
  /** Passes an agent's question to a person; without it, nobody can be asked. */
  readonly ask?: AskPerson
}

/** The whole program as an object. CLI, MCP, and hooks use nothing else to work with loops. */
export interface AgentLoop {
  readonly tree: string
  list(): Promise<Overview>
  /** The files about a loop in the project's state view. */
  viewOf(id: string): { readonly progress: string; readonly handOff: string; readonly iterations: string }
  /**
   * Saves a waiver. Throws a `UsageError` while the loop runs, while another loop has the tree, inside a turn of any loop, and in the
   * session of an assistant that takes one.
   */
  waive(id: string, waiver: Waiver): Promise<'saved'>
  /** Restores the tree's files as they were after an iteration of a loop. */
  goBack(request: RestoreTurnRequest): Promise<RestoredTurn>
  /** Refuses what `run` would refuse, without starting anything; resolves to the spec of the loop. */
  rehearse(request: RunRequest): Promise<LoopSpec>
  /** The same for `resume`. */
  rehearseResume(id: string, request?: ResumeRequest): Promise<LoopSpec>
  /** Runs a loop to its end in this process. Throws a `UsageError` when it cannot begin. */
  run(request: RunRequest, signal?: AbortSignal): Promise<LoopState>
  /**
   * Resumes a loop that was interrupted, paused, or ended on a limit, and runs it to its end in this process. Criterion, seal, and
   * baseline are those of its start. Throws a `UsageError` when it cannot be resumed.
   */
  resume(id: string, request?: ResumeRequest, signal?: AbortSignal): Promise<LoopState>
  /** Starts a loop whose turns an assistant takes; resolves when its first turn has begun, or the loop has ended. */
  adopt(request: AdoptRequest, host: Host, signal?: AbortSignal): Promise<LoopState>
  adoptAgain(id: string, by: Readopter, signal?: AbortSignal): Promise<LoopState>
  /** Closes the turn that the assistant has ended; resolves when its next one has begun, or the loop has ended. */
  closeAdopted(adoption: Adoption, stopped: StoppedTurn, signal?: AbortSignal): Promise<LoopState>
  /** The prompt of the turn that an assistant is in. */
  promptFor(state: LoopState): Promise<string | null>
  /** Control a loop, whichever process drives it; refused from inside a turn of any loop. */
  abort(id: string, signal?: AbortSignal): Promise<Steered>
  /** Ends a loop whose journal is damaged and moves the journal aside; null when its journal can be read. */
  dropDamaged(id: string, signal?: AbortSignal): Promise<DroppedLoop | null>
  /** What loops of this project left behind. Changes nothing. */
  leftovers(keepSince: string): Promise<readonly Leftover[]>
  /** Removes it; refused from inside a turn. Resolves to where damaged records were moved to, or null. */
  clean(leftover: Leftover, signal?: AbortSignal): Promise<string | null>
  pause(id: string, signal?: AbortSignal, because?: string): Promise<Steered>
  tell(id: string, text: string, signal?: AbortSignal): Promise<Steered>
  /** Restores files, branch, and index as they were before the loop; without `force` only if nobody else changed them. */
  revert(id: string, options?: { readonly force?: boolean }): Promise<Reverted>
}

/** Each method loads its own part of the program: a Stop hook needs one of them after every turn. */
export function createAgentLoop(options: AgentLoopOptions = {}): AgentLoop {
  const { cwd = process.cwd(), stateDirectory = null } = options
  const env = { ...(options.env ?? process.env) }
  const tree = treeOf(cwd)
  const layout = layoutOf(env, tree, stateDirectory)
  const disk = nodeDisk('private')
  const storePorts: StorePorts = {
    disk,
    viewDisk: cleanDisk(viewDisk(layout), env),
    self: ownIdentity(),
    kind: options.background ? 'background' : 'foreground',
    maxLoops: options.maxLoops,
    warn: message => options.onWarning?.(message),
    onViewTrouble: once(message =>
      options.onWarning?.(`the state view in ${layout.view} could not be written: ${message}`),
    ),
  }
  const parts: BeginParts = {
    ...{ cwd, env, tree, layout, disk, store: openStore(layout, storePorts), shell: nodeShell, self: ownIdentity() },
    emit: event => options.emit?.(event),
    warn: message => options.onWarning?.(message),
    onProving: options.onProving,
    onKillSwitch: options.onKillSwitch,
    ask: options.ask,
  }
  const storeFor: AdoptParts['storeFor'] = host => openStore(layout, { ...storePorts, host })
  const adopting: AdoptParts = { ...parts, storeFor }
  const steering = async (id: string, abort = NEVER): Promise<SteerParts> => {
    const { state } = await findLoop(disk, layout, id)
    await refuseFromInside(env, id, state.spec.nonce)
    return { ...parts, abort }
  }
  return {
    tree,
    list: () => readOverview(disk, layout),
    viewOf: id => {
      const { viewDirectory, viewProgress, viewHandOff } = loopPaths(layout, id)
      return { progress: viewProgress, handOff: viewHandOff, iterations: join(viewDirectory, 'iterations') }
    },
    waive: async (id, waiver) => (await import('./steer/waive.ts')).waive(parts, id, cleaner(env)(waiver)),
    rehearse: async request => (await beginning()).rehearse(parts, request),
    rehearseResume: async (id, request = {}) => (await (await beginning()).resumableLoop(parts, id, request)).spec,
    goBack: async request => {
      await steering(request.id)
      const holder = await holderFor(parts, request.id)
      const { restoreTurn } = await import('./tree/restore-turn.ts')
      return await withLease(parts, holder, () => restoreTurn(request, { layout, disk, tree: holder.tree, env }))
    },
    run: async (request, signal = NEVER) => (await beginning()).begin(parts, request, signal),
    resume: async (id, request = {}, signal = NEVER) => (await beginning()).resumeLoop(parts, id, request, signal),
    adopt: async (request, host, signal = NEVER) => (await adoption()).adopt(adopting, request, host, signal),
    adoptAgain: async (id, by, signal = NEVER) => (await adoption()).adoptAgain(adopting, id, by, signal),
    closeAdopted: (adoption, stopped, signal = NEVER) => closeAdopted(adopting, adoption, stopped, signal),
    promptFor: state => promptFor(adopting, state),
    abort: async (id, signal) => (await steer()).abortLoop(await steering(id, signal), id),
    dropDamaged: async (id, signal = NEVER) =>
      (await import('./steer/drop-damaged.ts')).dropDamaged({ ...parts, abort: signal }, id),
    leftovers: async keepSince => (await import('./clean/leftovers.ts')).findLeftovers({ disk, layout, keepSince }),
    clean: async (leftover, signal = NEVER) => {
      await refuseFromInside(env, leftover.loop_id, undefined)
      const { removeLeftover } = await import('./clean/clean.ts')
      return await removeLeftover({ ...parts, abort: signal }, leftover)
    },
    pause: async (id, signal, because) => (await steer()).pauseLoop(await steering(id, signal), id, because),
    tell: async (id, text, signal) => (await steer()).tellLoop(await steering(id, signal), id, cleanText(text, env)),
    revert: async (id, { force = false } = {}) => {
      await steering(id)
      const { revertLoop } = await import('./tree/revert.ts')
      return await withLease(parts, await holderFor(parts, id), () => revertLoop(id, force, parts), CLEANUP_POLLS)
    },
  }
}

const beginning = () => import('./begin.ts')
const adoption = () => import('./adopt.ts')
const steer = () => import('./steer/steer.ts')

const NEVER = new AbortController().signal

/** The lease for working on a loop's tree while no loop runs in it. */
async function holderFor({ disk, layout }: BeginParts, loop: string) {
  const { state } = await findLoop(disk, layout, loop)
  return { tree: state.spec.tree, loop, nonce: newNonce() }
}

/** The same error at every save is reported once. */
function once(tell: (message: string) => void): (message: string) => void {
  let told = false
  return message => {
    if (!told) tell(message)
    told = true
  }
}
