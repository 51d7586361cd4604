import { join } from 'node:path'
import { agentsFor, refuseUnusableCheck } from './drive/cast.ts'
import { drive } from './drive/drive.ts'
import { type GoBackRequest, goBack, type WentBack } from './drive/go-back.ts'
import { type RunRequest, specFor } from './drive/spec.ts'
import { type Disk, nodeDisk } from './host/disk.ts'
import { killFamily } from './host/end-processes.ts'
import { identityOf, type ProcessIdentity } from './host/process-table.ts'
import { type Environment, newNonce, nodeShell, type Shell } from './host/shell.ts'
import { treeOf } from './host/tree.ts'
import type { LoopEvent } from './loop/events.ts'
import type { LoopState } from './loop/state.ts'
import { UsageError } from './std/usage-error.ts'
import { type Layout, layoutOf, loopPaths } from './store/layout.ts'
import { type Lease, takeLease } from './store/lease.ts'
import { type Overview, readOverview } from './store/overview.ts'
import { openStore, type Store } from './store/store.ts'

export interface AgentLoopOptions {
  /** Where the loops of this object work; where the process stands when not given. */
  readonly cwd?: string
  /** What agents and checks find in their environment; captured once. The process's own when not given. */
  readonly env?: Environment
  /** Where the view stands; `.aiwg/ralph` in the tree when not given, or null. */
  readonly stateDirectory?: string | null
  readonly emit?: (event: LoopEvent) => void
  readonly onWarning?: (message: string) => void
  /** Told when a yes begins to be doubted; no event says so, for nothing has happened yet. */
  readonly onProving?: () => void
  /** Told how to end the loop's processes at once, for a person who does not want to wait for the clean end. */
  readonly onKillSwitch?: (kill: () => void) => void
}

/** The product as an object: the rooms put together. Surfaces call nothing else. */
export interface AgentLoop {
  readonly tree: string
  list(): Promise<Overview>
  /** Where a person can read about a loop, in the project. */
  viewOf(id: string): { readonly progress: string; readonly handOff: string; readonly iterations: string }
  /** Puts the tree's files back as they were after an iteration of a loop. */
  goBack(request: GoBackRequest): Promise<WentBack>
  /** Runs a loop to its end in this process. Throws a `UsageError` when it cannot begin. */
  run(request: RunRequest, signal?: AbortSignal): Promise<LoopState>
}

export function createAgentLoop(options: AgentLoopOptions = {}): AgentLoop {
  const { cwd = process.cwd(), stateDirectory = null } = options
  const env = { ...(options.env ?? process.env) }
  const tree = treeOf(cwd)
  const layout = layoutOf(env, tree, stateDirectory)
  const disk = nodeDisk('private')
  const store = openStore(layout, {
    disk,
    viewDisk: nodeDisk('shared'),
    self: self(),
    warn: message => options.onWarning?.(message),
    onViewTrouble: once(message => options.onWarning?.(`the view in ${layout.view} could not be written: ${message}`)),
  })
  const parts: Parts = { options, cwd, env, tree, layout, disk, store, shell: nodeShell }
  return {
    tree,
    list: () => readOverview(disk, layout),
    viewOf: id => {
      const { viewDirectory, viewProgress, viewHandOff } = loopPaths(layout, id)
      return { progress: viewProgress, handOff: viewHandOff, iterations: join(viewDirectory, 'iterations') }
    },
    goBack: request =>
      alone(parts, { loop: request.id, nonce: newNonce() }, () => goBack(request, { layout, disk, tree, env })),
    run: (request, signal = new AbortController().signal) => begin(parts, request, signal),
  }
}

interface Parts {
  readonly options: AgentLoopOptions
  readonly cwd: string
  readonly env: Environment
  readonly tree: string
  readonly layout: Layout
  readonly disk: Disk
  readonly store: Store
  readonly shell: Shell
}

async function begin(parts: Parts, request: RunRequest, signal: AbortSignal): Promise<LoopState> {
  const { options, cwd, env, tree, layout, disk, store, shell } = parts
  const spec = specFor(request, tree, cwd)
  refuseInsideTurn(env)
  const writable = [loopPaths(layout, spec.id).iterations]
  const agents = await agentsFor(request, spec, { shell, env, writable })
  refuseUnusableCheck(request, spec, { shell, env })
  return await alone(parts, { loop: spec.id, nonce: spec.nonce }, async () => {
    options.onKillSwitch?.(() => killFamily({ leader: null, nonce: spec.nonce, since: null }))
    const loop = await store.create(spec)
    if (request.proposal) await loop.keepProposal(request.proposal.yaml)
    const warn = (message: string): void => options.onWarning?.(message)
    const emit = (event: LoopEvent): void => options.emit?.(event)
    return await drive(
      { layout, disk, shell, env, emit, warn, onProving: options.onProving, self: self() },
      { loop, agents, request },
      signal,
    )
  })
}

/** Holds the tree while something is done to it. */
async function alone<T>(
  { disk, layout, tree }: Parts,
  holder: Pick<Lease, 'loop' | 'nonce'>,
  work: () => Promise<T>,
): Promise<T> {
  const lease = await takeLease({ disk, directory: layout.leases, self: self() }, { ...holder, tree, owner: self() })
  if (!lease.ok) throw busy(lease.error)
  try {
    return await work()
  } finally {
    await lease.value.release()
  }
}

function refuseInsideTurn(env: Environment): void {
  const outer = env['AGENT_LOOP_ID']
  if (!outer) return
  throw new UsageError(
    'tree-busy',
    `This is inside a turn of the loop ${outer}; a loop cannot start another.`,
    'Do the work in this turn; the loop checks it when the turn ends.',
  )
}

function busy({ tree, loop, owner }: Lease): UsageError {
  return new UsageError(
    'tree-busy',
    `The loop ${loop} (process ${owner.pid}) is working in ${tree}; two agents in one tree would undo each other.`,
    'Wait for it, stop it with Ctrl-C in its terminal, or work in another clone.',
  )
}

function self(): ProcessIdentity {
  const identity = identityOf(process.pid)
  if (identity) return identity
  throw new UsageError(
    'unsupported',
    'This machine does not tell who its processes are.',
    'On Linux /proc must be mounted.',
  )
}

/** The same trouble at every save is one trouble. */
function once(tell: (message: string) => void): (message: string) => void {
  let told = false
  return message => {
    if (!told) tell(message)
    told = true
  }
}
