import { randomBytes } from 'node:crypto'
import { realpathSync } from 'node:fs'
import type { Agent } from './agents/agent.ts'
import type { AgentConfig } from './agents/config.ts'
import { createAgent } from './agents/create.ts'
import type { CompletionCheck } from './checks/completion-check.ts'
import { criterionCheck } from './checks/criterion-check.ts'
import { type Criterion, commandsOf } from './criteria/criterion.ts'
import { describeCriterion } from './criteria/describe.ts'
import type { Hooks } from './drive/hooks.ts'
import { loopPorts } from './drive/ports.ts'
import { believingGate } from './gate/believing-gate.ts'
import type { Gate } from './gate/gate.ts'
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
import { runLoop } from './loop/run.ts'
import type { Sensor } from './loop/sensor.ts'
import { DEFAULT_LIMITS, type Limits, type LoopSpec, type LoopState } from './loop/state.ts'
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
  /** Told when a yes begins to be doubted; no event says so, for nothing has happened yet. */
  readonly onProving?: () => void
  /** Told how to end the loop's processes at once, for a person who does not want to wait for the clean end. */
  readonly onKillSwitch?: (kill: () => void) => void
}

export interface RunRequest {
  readonly task: string
  /** What "done" means: a criterion that we run, or a check of the caller's own. */
  readonly criterion?: Criterion
  readonly check?: CompletionCheck
  /** What the criterion should say before the first turn; `failing` when not given. */
  readonly expectNow?: LoopSpec['expectNow']
  /** The proposal that was accepted, as YAML, and why it was made. */
  readonly proposal?: { readonly yaml: string; readonly rationale: readonly string[] }
  /** Who works: the first, and the others when it does not get on. */
  readonly agents: readonly [AgentConfig | Agent, ...(AgentConfig | Agent)[]]
  readonly limits?: Partial<Limits>
  readonly strategy?: LoopSpec['strategy']
  readonly checkWhen?: LoopSpec['checkWhen']
  readonly proof?: LoopSpec['proof']
  readonly sensors?: readonly Sensor[]
  readonly hooks?: Partial<Hooks>
  readonly id?: string
}

/** The product as an object: the rooms put together. Surfaces call nothing else. */
export interface AgentLoop {
  readonly tree: string
  list(): Promise<Overview>
  /** Where a person can read about a loop, in the project. */
  viewOf(id: string): { readonly progress: string; readonly handOff: string; readonly iterations: string }
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
    viewOf: id => {
      const { viewProgress, viewHandOff, viewIterations } = loopPaths(layout, id)
      return { progress: viewProgress, handOff: viewHandOff, iterations: viewIterations }
    },
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
  const agents = await agentsFor(parts, request, spec)
  const lease = await takeLease(
    { disk: parts.disk, directory: parts.layout.leases, self: self() },
    { tree: parts.tree, loop: spec.id, nonce: spec.nonce, owner: self() },
  )
  if (!lease.ok) throw busy(lease.error)
  parts.options.onKillSwitch?.(() => killFamily({ leader: null, nonce: spec.nonce }))
  try {
    const loop = await parts.store.create(spec)
    if (request.proposal) await loop.keepProposal(request.proposal.yaml)
    return await drive(parts, { loop, agents, request }, signal)
  } finally {
    await lease.value.release()
  }
}

type Agents = readonly [Agent, ...Agent[]]

async function agentsFor({ shell, options }: Parts, request: RunRequest, spec: LoopSpec): Promise<Agents> {
  const ports = { shell, env: options.env, nonce: spec.nonce }
  const create = async (agent: AgentConfig | Agent): Promise<Agent> =>
    'turn' in agent ? agent : await createAgent(agent, ports)
  const [first, ...others] = request.agents
  const agents: Agents = [await create(first), ...(await Promise.all(others.map(create)))]
  const silent = agents.find(({ tellsUsage }) => !tellsUsage)
  if (silent && (spec.limits.usd !== null || spec.limits.tokens !== null)) {
    throw new UsageError(
      'bad-arguments',
      `The agent ${silent.name} does not tell what it uses, so a limit on cost or tokens could not be kept.`,
      'Leave out --max-cost and --max-tokens, and limit turns and time: --max-iterations 5 --timeout 30m',
    )
  }
  return agents
}

interface Begun {
  readonly loop: SavedLoop
  readonly agents: Agents
  readonly request: RunRequest
}

async function drive(parts: Parts, { loop, agents, request }: Begun, signal: AbortSignal): Promise<LoopState> {
  const { options, shell, tree, layout, disk } = parts
  const { spec } = loop.state
  const warn = (message: string): void => options.onWarning?.(message)
  const logs = new IterationLogs(loop.logPath, warn)
  const emit = (event: LoopEvent): void => {
    if (event.kind === 'turn-text') logs.write(event.iteration, 'agent.log', event.text)
    options.emit?.(event)
  }
  const check = request.check ?? (await checkFor(parts, loop, logs))
  const ports = loopPorts(
    {
      loop,
      check,
      gate: watched(believingGate, options.onProving),
      agents,
      sensors: request.sensors ?? [],
      hooks: { postIteration: null, onVerified: null, ...request.hooks },
    },
    {
      shell,
      env: options.env,
      exists: path => disk.exists(path),
      keepTree: () => fingerprint(tree, layout.home),
      recall: async () => [],
      emit,
      warn,
    },
  )
  emit({ kind: 'loop-start', loop: spec.id, at: spec.startedAt, spec })
  return runLoop(loop.state, ports, signal).finally(() => logs.close())
}

const watched = (gate: Gate, onProving: (() => void) | undefined): Gate => ({
  seal: (question, green) => gate.seal(question, green),
  examine: question => {
    onProving?.()
    return gate.examine(question)
  },
})

async function checkFor({ options, shell }: Parts, loop: SavedLoop, logs: IterationLogs): Promise<CompletionCheck> {
  const { spec } = loop.state
  if (spec.criterion === null) throw new UsageError('no-criterion', 'The loop has no criterion.', 'Give one with -c')
  const baseline = await keepBaseline(spec.criterion, spec.workspace, loop.baselineFolder)
  return criterionCheck(spec.criterion, shell, {
    env: baseline === null ? options.env : { ...options.env, [BASELINE_VARIABLE]: baseline },
    nonce: spec.nonce,
    timeoutMs: spec.limits.checkMs,
    onBytes: (iteration, bytes) => logs.write(iteration, 'verify.log', bytes),
  })
}

function specFor({ tree, options }: Parts, request: RunRequest): LoopSpec {
  const { id, task, criterion = null, check } = request
  if (id !== undefined && !isLoopId(id)) {
    throw new UsageError(
      'bad-arguments',
      `"${id}" is no loop id.`,
      'An id looks like ralph-fix-tests-a1b2c3d4; leave --loop-id out to get one.',
    )
  }
  const done = check?.description() ?? (criterion && describeCriterion(criterion))
  if (!done) throw new UsageError('no-criterion', 'Nothing says when the work is done.', 'Give a criterion or a check.')
  const [agent, ...otherAgents] = request.agents.map(asConfig)
  return {
    id: id ?? loopIdFor(task, randomBytes(4).toString('hex')),
    task,
    tree,
    workspace: realpathSync(options.cwd),
    done,
    criterion,
    expectNow: request.expectNow ?? 'failing',
    rationale: request.proposal?.rationale ?? [],
    agent: agent ?? { kind: 'custom', name: 'none' },
    otherAgents,
    limits: { ...DEFAULT_LIMITS, ...request.limits },
    strategy: request.strategy ?? 'ralph',
    checkWhen: request.checkWhen ?? 'every-turn',
    proof: request.proof ?? 'standard',
    nonce: newNonce(),
    startedAt: new Date(systemClock.now()).toISOString(),
  }
}

const asConfig = (agent: AgentConfig | Agent): AgentConfig =>
  'turn' in agent ? { kind: 'custom', name: agent.name } : agent

const BASELINE_VARIABLE = 'AGENT_LOOP_BASELINE'

/** Copies the tree as it is, when the criterion asks for a comparison with it; null when it does not. */
async function keepBaseline(criterion: Criterion, workspace: string, folder: string): Promise<string | null> {
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
