import { join } from 'node:path'
import type { AskPerson } from '../agents/agent.ts'
import type { StoppedTurn } from '../loop/adopted-turn.ts'
import type { LoopEvent } from '../loop/events.ts'
import type { Limits, LoopSpec, LoopState } from '../loop/state.ts'
import type { Waiver } from '../proof/waiver.ts'
import type { Adoption } from '../store/adoptions.ts'
import { layoutOf, loopPaths } from '../store/layout.ts'
import type { StorePorts } from '../store/project.ts'
import { type Overview, readOverview } from '../store/registry/overview.ts'
import { openStore } from '../store/store.ts'
import { nodeDisk } from '../system/disk.ts'
import { ownIdentity } from '../system/process-table.ts'
import { type Environment, newNonce, nodeShell } from '../system/shell.ts'
import { treeOf } from '../system/tree.ts'
import { type AdoptParts, type AdoptRequest, adopt, adoptAgain, closeAdopted, type Host, promptFor } from './adopt.ts'
import { type BeginParts, begin, type ResumeRequest, rehearse, takeable, takeUp } from './begin.ts'
import { findLoop } from './find-loop.ts'
import type { RunRequest } from './spec.ts'
import { refuseFromInside } from './steer/inside-turn.ts'
import { abortLoop, pauseLoop, type Steered, type SteerParts, tellLoop } from './steer/steer.ts'
import { waive } from './steer/waive.ts'
import { alone, busy, UNTIL_TIDY } from './tree/hold-tree.ts'
import { type GoBackRequest, goBack, type WentBack } from './tree/restore-turn.ts'
import { type Reverted, revertLoop } from './tree/revert.ts'

export interface AgentLoopOptions {
  /** Where the loops of this object work; where the process stands when not given. */
  readonly cwd?: string
  /** What agents and checks find in their environment; captured once. The process's own when not given. */
  readonly env?: Environment
  /** Where the view stands; `.aiwg/ralph` in the tree when not given, or null. */
  readonly stateDirectory?: string | null
  /** This process is the user's daemon, and no terminal. */
  readonly background?: boolean
  /** How many background loops the person allows, to be shown; as it stands when not given. */
  readonly maxLoops?: number | undefined
  readonly emit?: (event: LoopEvent) => void
  readonly onWarning?: (message: string) => void
  /** Told when a yes begins to be doubted; no event says so, for nothing has happened yet. */
  readonly onProving?: () => void
  /** Told how to end the loop's processes at once, for a person who does not want to wait for the clean end. */
  readonly onKillSwitch?: (kill: () => void) => void
  /** Puts an agent's question to a person, for agents that shall ask; without it nobody is there. */
  readonly ask?: AskPerson
}

/** The product as an object: the rooms put together. Surfaces call nothing else. */
export interface AgentLoop {
  readonly tree: string
  list(): Promise<Overview>
  /** Where a person can read about a loop, in the project. */
  viewOf(id: string): { readonly progress: string; readonly handOff: string; readonly iterations: string }
  /** Writes down what a person accepts about a loop; waits while a turn is under way. Throws a `UsageError` when somebody else has the tree. */
  waive(id: string, waiver: Waiver, signal: AbortSignal): Promise<'saved' | 'taken' | 'not_taken'>
  /** Puts the tree's files back as they were after an iteration of a loop. */
  goBack(request: GoBackRequest): Promise<WentBack>
  /** What `run` would refuse is refused here, and nothing begun; resolves to what the loop would be. */
  rehearse(request: RunRequest): Promise<LoopSpec>
  /** The same for `resume`. */
  rehearseResume(id: string, request?: ResumeRequest): Promise<LoopSpec>
  /** Runs a loop to its end in this process. Throws a `UsageError` when it cannot begin. */
  run(request: RunRequest, signal?: AbortSignal): Promise<LoopState>
  /**
   * Takes up a loop that was interrupted, paused or ended on a limit, and runs it to its end in this process. Criterion, seal and
   * baseline are those of its start. Throws a `UsageError` when it cannot go on.
   */
  resume(id: string, request?: ResumeRequest, signal?: AbortSignal): Promise<LoopState>
  /** A loop whose turns another assistant takes by itself; resolves when its first turn has begun, or the loop has ended. */
  adopt(request: AdoptRequest, host: Host, signal?: AbortSignal): Promise<LoopState>
  adoptAgain(
    id: string,
    by: { readonly host: Host; readonly limits: Partial<Limits> },
    signal?: AbortSignal,
  ): Promise<LoopState>
  /** Closes the turn that the assistant has ended; resolves when its next one has begun, or the loop has ended. */
  closeAdopted(adoption: Adoption, stopped: StoppedTurn, signal?: AbortSignal): Promise<LoopState>
  /** What an assistant is told for the turn that it is in. */
  promptFor(state: LoopState): Promise<string | null>
  /** What a person asks of a loop, whatever process drives it; refused from inside its turns. */
  abort(id: string, signal?: AbortSignal): Promise<Steered>
  pause(id: string, signal?: AbortSignal, because?: string): Promise<Steered>
  tell(id: string, text: string, signal?: AbortSignal): Promise<Steered>
  /** Puts the tree back as the loop found it: files, branch and index; without `force` only while nobody else changed them. */
  revert(id: string, options?: { readonly force?: boolean }): Promise<Reverted>
}

export function createAgentLoop(options: AgentLoopOptions = {}): AgentLoop {
  const { cwd = process.cwd(), stateDirectory = null } = options
  const env = { ...(options.env ?? process.env) }
  const tree = treeOf(cwd)
  const layout = layoutOf(env, tree, stateDirectory)
  const disk = nodeDisk('private')
  const storePorts: StorePorts = {
    disk,
    viewDisk: nodeDisk('shared'),
    self: ownIdentity(),
    kind: options.background ? 'background' : 'foreground',
    maxLoops: options.maxLoops,
    warn: message => options.onWarning?.(message),
    onViewTrouble: once(message => options.onWarning?.(`the view in ${layout.view} could not be written: ${message}`)),
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
    refuseFromInside(env, id, state.spec.nonce)
    return { ...parts, abort }
  }
  return {
    tree,
    list: () => readOverview(disk, layout),
    viewOf: id => {
      const { viewDirectory, viewProgress, viewHandOff } = loopPaths(layout, id)
      return { progress: viewProgress, handOff: viewHandOff, iterations: join(viewDirectory, 'iterations') }
    },
    waive: (id, waiver, signal) => accept(parts, id, { waiver, signal }),
    rehearse: request => rehearse(parts, request),
    rehearseResume: async (id, request = {}) => (await takeable(parts, id, request)).spec,
    goBack: async request => {
      const holder = await holderFor(parts, request.id)
      return await alone(parts, holder, () => goBack(request, { layout, disk, tree: holder.tree, env }))
    },
    run: (request, signal = NEVER) => begin(parts, request, signal),
    resume: (id, request = {}, signal = NEVER) => takeUp(parts, id, request, signal),
    adopt: (request, host, signal = NEVER) => adopt(adopting, request, host, signal),
    adoptAgain: (id, by, signal = NEVER) => adoptAgain(adopting, id, by, signal),
    closeAdopted: (adoption, stopped, signal = NEVER) => closeAdopted(adopting, adoption, stopped, signal),
    promptFor: state => promptFor(adopting, state),
    abort: async (id, signal) => abortLoop(await steering(id, signal), id),
    pause: async (id, signal, because) => pauseLoop(await steering(id, signal), id, because),
    tell: async (id, text, signal) => tellLoop(await steering(id, signal), id, text),
    revert: async (id, { force = false } = {}) => {
      await steering(id)
      return await alone(parts, await holderFor(parts, id), () => revertLoop(id, force, parts), UNTIL_TIDY)
    },
  }
}

const NEVER = new AbortController().signal

/** To do something to a loop's tree while nobody works there. */
async function holderFor({ disk, layout }: BeginParts, loop: string) {
  const { state } = await findLoop(disk, layout, loop)
  return { tree: state.spec.tree, loop, nonce: newNonce() }
}

async function accept(
  parts: BeginParts,
  id: string,
  { waiver, signal }: { readonly waiver: Waiver; readonly signal: AbortSignal },
) {
  const told = await waive(parts, id, waiver, signal)
  if (!told.ok) throw busy(told.error)
  return told.value
}

/** The same trouble at every save is one trouble. */
function once(tell: (message: string) => void): (message: string) => void {
  let told = false
  return message => {
    if (!told) tell(message)
    told = true
  }
}
