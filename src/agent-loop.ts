import { randomBytes } from 'node:crypto'
import { realpathSync } from 'node:fs'
import type { Agent } from './agents/agent.ts'
import type { AgentConfig } from './agents/config.ts'
import { createAgent } from './agents/create.ts'
import { criterionCheck } from './checks/criterion-check.ts'
import { type Criterion, commandsOf } from './criteria/criterion.ts'
import { systemClock } from './host/clock.ts'
import { copyTree } from './host/copy-tree.ts'
import { type Disk, nodeDisk } from './host/disk.ts'
import { killFamily } from './host/end-processes.ts'
import { fingerprint } from './host/fingerprint.ts'
import { identityOf, type ProcessIdentity } from './host/process-table.ts'
import { type Environment, newNonce, nodeShell, type Shell } from './host/shell.ts'
import { treeOf } from './host/tree.ts'
import type { LoopEvent } from './loop/events.ts'
import { isLoopId, loopIdFor } from './loop/loop-id.ts'
import { standardPolicy } from './loop/policy.ts'
import { type LoopPorts, runLoop } from './loop/run.ts'
import type { Limits, LoopSpec, LoopState } from './loop/state.ts'
import { UsageError } from './std/usage-error.ts'
import { IterationLogs } from './store/iteration-logs.ts'
import { type Layout, layoutOf, loopPaths } from './store/layout.ts'
import { type Lease, takeLease } from './store/lease.ts'
import { type Overview, readOverview } from './store/overview.ts'
import { openStore, type SavedLoop, type Store } from './store/store.ts'

export interface AgentLoopOptions {
  /** Where the loops of this object work. */
  readonly cwd: string
  /** What agents and checks find in their environment; captured once. */
  readonly env: Environment
  /** Where the view stands; `.aiwg/ralph` in the tree when null. */
  readonly stateDirectory: string | null
  readonly emit?: (event: LoopEvent) => void
  readonly onWarning?: (message: string) => void
  /** Told how to end the loop's processes at once, for a person who does not want to wait for the clean end. */
  readonly onKillSwitch?: (kill: () => void) => void
}

export interface RunRequest {
  readonly task: string
  readonly criterion: Criterion
  /** What the criterion should say before the first turn; `failing` when not given. */
  readonly expectNow?: LoopSpec['expectNow']
  /** The proposal that was accepted, as YAML, and why it was made. */
  readonly proposal?: { readonly yaml: string; readonly rationale: readonly string[] }
  readonly agent: AgentConfig
  readonly limits: Limits
  readonly id?: string
}

/** The product as an object: the rooms put together. Surfaces call nothing else. */
export interface AgentLoop {
  readonly tree: string
  list(): Promise<Overview>
  /** Where a person can read about a loop, in the project. */
  viewOf(id: string): string
  /** Runs a loop to its end in this process. Throws a `UsageError` when it cannot begin. */
  run(request: RunRequest, signal: AbortSignal): Promise<LoopState>
}

export function createAgentLoop(options: AgentLoopOptions): AgentLoop {
  const tree = treeOf(options.cwd)
  const layout = layoutOf(options.env, tree, options.stateDirectory)
  const disk = nodeDisk('private')
  const store = openStore(layout, {
    disk,
    viewDisk: nodeDisk('shared'),
    self: self(),
    onViewTrouble: once(message => options.onWarning?.(`the view in ${layout.view} could not be written: ${message}`)),
  })
  const parts: Parts = { options, tree, layout, disk, store, shell: nodeShell }
  return {
    tree,
    list: () => readOverview(disk, layout),
    viewOf: id => loopPaths(layout, id).viewProgress,
    run: (request, signal) => begin(parts, request, signal),
  }
}

interface Parts {
  readonly options: AgentLoopOptions
  readonly tree: string
  readonly layout: Layout
  readonly disk: Disk
  readonly store: Store
  readonly shell: Shell
}

async function begin(parts: Parts, request: RunRequest, signal: AbortSignal): Promise<LoopState> {
  const spec = specFor(parts, request)
  refuseInsideTurn(parts.options.env)
  const agent = await createAgent(spec.agent, { shell: parts.shell, env: parts.options.env, nonce: spec.nonce })
  const lease = await takeLease(
    { disk: parts.disk, directory: parts.layout.leases, self: self() },
    { tree: parts.tree, loop: spec.id, nonce: spec.nonce, owner: self() },
  )
  if (!lease.ok) throw busy(lease.error)
  parts.options.onKillSwitch?.(() => killFamily({ leader: null, nonce: spec.nonce }))
  try {
    const loop = await parts.store.create(spec)
    if (request.proposal) await loop.keepProposal(request.proposal.yaml)
    const baseline = await keepBaseline(spec, loop.baselineFolder)
    return await drive(parts, { loop, agent, baseline }, signal)
  } finally {
    await lease.value.release()
  }
}

interface Begun {
  readonly loop: SavedLoop
  readonly agent: Agent
  /** The tree as it was found, for criteria that compare with it; null when none does. */
  readonly baseline: string | null
}

async function drive(
  { options, shell, tree, layout }: Parts,
  { loop, agent, baseline }: Begun,
  signal: AbortSignal,
): Promise<LoopState> {
  const { spec } = loop.state
  const logs = new IterationLogs(loop.logPath, message => options.onWarning?.(message))
  const check = criterionCheck(spec.criterion, shell, {
    env: baseline === null ? options.env : { ...options.env, [BASELINE_VARIABLE]: baseline },
    nonce: spec.nonce,
    timeoutMs: spec.limits.checkMs,
    onBytes: (iteration, bytes) => logs.write(iteration, 'verify.log', bytes),
  })
  const emit = (event: LoopEvent): void => {
    if (event.kind === 'turn-text') logs.write(event.iteration, 'agent.log', event.text)
    options.emit?.(event)
  }
  const ports: LoopPorts = {
    agent,
    check,
    done: check.description(),
    policy: standardPolicy,
    clock: systemClock,
    newFence: () => randomBytes(6).toString('hex'),
    fingerprint: () => fingerprint(tree, layout.home),
    keepPrompt: loop.keepPrompt,
    save: loop.save,
    emit,
  }
  emit({ kind: 'loop-start', loop: spec.id, at: spec.startedAt, spec })
  return runLoop(loop.state, ports, signal).finally(() => logs.close())
}

function specFor({ tree, options }: Parts, { id, proposal, expectNow, ...request }: RunRequest): LoopSpec {
  if (id !== undefined && !isLoopId(id)) {
    throw new UsageError(
      'bad-arguments',
      `"${id}" is no loop id.`,
      'An id looks like ralph-fix-tests-a1b2c3d4; leave --loop-id out to get one.',
    )
  }
  return {
    ...request,
    expectNow: expectNow ?? 'failing',
    rationale: proposal?.rationale ?? [],
    id: id ?? loopIdFor(request.task, randomBytes(4).toString('hex')),
    tree,
    workspace: realpathSync(options.cwd),
    nonce: newNonce(),
    startedAt: new Date(systemClock.now()).toISOString(),
  }
}

const BASELINE_VARIABLE = 'AGENT_LOOP_BASELINE'

/** Copies the tree as it is, when the criterion asks for a comparison with it. */
async function keepBaseline({ criterion, workspace }: LoopSpec, folder: string): Promise<string | null> {
  if (!commandsOf(criterion).some(command => command.includes(BASELINE_VARIABLE))) return null
  await copyTree(workspace, folder)
  return folder
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
