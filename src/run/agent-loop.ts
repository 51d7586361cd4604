import { join } from 'node:path'
import type { StoppedTurn } from '../loop/adopted-turn.ts'
import type { LoopSpec, LoopState } from '../loop/state.ts'
import type { Waiver } from '../proof/waiver.ts'
import type { Adoption } from '../store/adoptions.ts'
import { loopPaths } from '../store/layout.ts'
import { type Overview, readOverview } from '../store/registry/overview.ts'
import { newNonce } from '../system/shell.ts'
import { type AdoptRequest, adopt, adoptAgain, type Host, type Readopter } from './adopt.ts'
import { type BeginParts, begin, type ResumeRequest, rehearse, resumableLoop, resumeLoop } from './begin.ts'
import { removeLeftover } from './clean/clean.ts'
import { findLeftovers, type Leftover } from './clean/leftovers.ts'
import { cleaner, cleanText } from './clean-output.ts'
import { closeAdopted, promptFor } from './close-adopted.ts'
import { findLoop } from './find-loop.ts'
import { type AgentLoopOptions, loopParts } from './loop-parts.ts'
import type { RunRequest } from './run-request.ts'
import { type DroppedLoop, dropDamaged } from './steer/drop-damaged.ts'
import { refuseFromInside } from './steer/inside-turn.ts'
import { abortLoop, pauseLoop, type Steered, type SteerParts, tellLoop } from './steer/steer.ts'
import { waive } from './steer/waive.ts'
import { CLEANUP_POLLS, withLease } from './tree/hold-tree.ts'
import { type RestoredTurn, type RestoreTurnRequest, restoreTurn } from './tree/restore-turn.ts'
import { type Reverted, revertLoop } from './tree/revert.ts'

/** The whole program as an object. CLI and MCP use nothing else to work with loops; the Stop hook, which runs after every turn, closes it directly. */
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
   * Resumes a loop that was interrupted, paused, or ended at a limit, and runs it to its end in this process. Criterion, seal, and
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

export function createAgentLoop(options: AgentLoopOptions = {}): AgentLoop {
  const parts = loopParts(options)
  const { env, layout, disk } = parts
  const steering = async (id: string, abort = NEVER): Promise<SteerParts> => {
    const { state } = await findLoop(disk, layout, id)
    await refuseFromInside(env, id, state.spec.nonce)
    return { ...parts, abort }
  }
  return {
    tree: parts.tree,
    list: () => readOverview(disk, layout),
    viewOf: id => {
      const { viewDirectory, viewProgress, viewHandOff } = loopPaths(layout, id)
      return { progress: viewProgress, handOff: viewHandOff, iterations: join(viewDirectory, 'iterations') }
    },
    waive: (id, waiver) => waive(parts, id, cleaner(env)(waiver)),
    rehearse: request => rehearse(parts, request),
    rehearseResume: async (id, request = {}) => (await resumableLoop(parts, id, request)).spec,
    goBack: async request => {
      await steering(request.id)
      const holder = await holderFor(parts, request.id)
      return await withLease(parts, holder, () => restoreTurn(request, { layout, disk, tree: holder.tree, env }))
    },
    run: (request, signal = NEVER) => begin(parts, request, signal),
    resume: (id, request = {}, signal = NEVER) => resumeLoop(parts, id, request, signal),
    adopt: (request, host, signal = NEVER) => adopt(parts, request, host, signal),
    adoptAgain: (id, by, signal = NEVER) => adoptAgain(parts, id, by, signal),
    closeAdopted: (adoption, stopped, signal = NEVER) => closeAdopted(parts, adoption, stopped, signal),
    promptFor: state => promptFor(parts, state),
    abort: async (id, signal) => abortLoop(await steering(id, signal), id),
    dropDamaged: (id, signal = NEVER) => dropDamaged({ ...parts, abort: signal }, id),
    leftovers: keepSince => findLeftovers({ disk, layout, keepSince }),
    clean: async (leftover, signal = NEVER) => {
      await refuseFromInside(env, leftover.loop_id, undefined)
      return await removeLeftover({ ...parts, abort: signal }, leftover)
    },
    pause: async (id, signal, because) => pauseLoop(await steering(id, signal), id, because),
    tell: async (id, text, signal) => tellLoop(await steering(id, signal), id, cleanText(text, env)),
    revert: async (id, { force = false } = {}) => {
      await steering(id)
      return await withLease(parts, await holderFor(parts, id), () => revertLoop(id, force, parts), CLEANUP_POLLS)
    },
  }
}

const NEVER = new AbortController().signal

/** The lease for working on a loop's tree while no loop runs in it. */
async function holderFor({ disk, layout }: BeginParts, loop: string) {
  const { state } = await findLoop(disk, layout, loop)
  return { tree: state.spec.tree, loop, nonce: newNonce() }
}
