import { rm } from 'node:fs/promises'
import { join, posix, relative } from 'node:path'
import { provableParts } from '../check/completion/provable.ts'
import type { LoopEvent } from '../loop/events.ts'
import { runLoop } from '../loop/run.ts'
import type { LoopSpec, LoopState } from '../loop/state.ts'
import type { Hands, TurnPorts } from '../loop/take-turn.ts'
import { believingGate, tellingGate } from '../proof/believing-gate.ts'
import type { Gate } from '../proof/gate.ts'
import { IterationLogs } from '../store/iteration-logs.ts'
import { type Layout, loopPaths } from '../store/layout.ts'
import type { SavedLoop } from '../store/store.ts'
import { copyTree } from '../system/copy-tree.ts'
import type { Disk } from '../system/disk.ts'
import { userGit } from '../system/git.ts'
import type { ProcessIdentity } from '../system/process-table.ts'
import type { Environment, Shell } from '../system/shell.ts'
import { openEvidence } from '../tools/ids/open-evidence.ts'
import { openReserve } from './disk-reserve.ts'
import { callEndHook } from './hooks.ts'
import { checkMemory } from './judge/check-memory.ts'
import { type Agents, BASELINE_VARIABLE, checkFor, needsBaselineCopy } from './participants.ts'
import { restingOnTrouble, withRoom } from './pause-on-storage-error.ts'
import { loopPorts } from './ports.ts'
import { savingReceipts } from './receipts/receipts.ts'
import { openRecollection } from './reflections.ts'
import type { RunRequest } from './spec.ts'
import { openControl } from './steer/control.ts'
import { waiverEvent } from './steer/waive.ts'
import { takeWaivers } from './steer/waiver-inbox.ts'
import { type TreeKeeper, treeKeeper } from './tree/tree-keeper.ts'

export interface DriveParts {
  readonly layout: Layout
  readonly disk: Disk
  readonly shell: Shell
  readonly env: Environment
  readonly emit: (event: LoopEvent) => void
  readonly warn: (message: string) => void
  /** Told when a proof begins, for whoever watches. */
  readonly onProving?: (() => void) | undefined
  /** This process, for what it writes beside others. */
  readonly self: ProcessIdentity
}

export interface Begun {
  /** Who takes the turns, when it is not we. */
  readonly hands?: (ports: TurnPorts) => Hands
  readonly loop: SavedLoop
  readonly agents: Agents
  readonly request: RunRequest
}

/** Runs one loop to its end in this process, from wherever it stands. */
export async function drive(parts: DriveParts, begun: Begun, signal: AbortSignal): Promise<LoopState> {
  const { layout, disk, shell, warn } = parts
  const { loop, agents, request, hands } = begun
  const { spec } = loop.state
  const paths = loopPaths(layout, spec.id)
  const logs = new IterationLogs(loop.logPath, warn)
  const evidence = openEvidence({ directory: join(paths.directory, 'reports') })
  const env = await captured(parts, loop)
  const keeper = await keeperFor(parts, spec)
  const memories = await openRecollection({ layout, disk, warn, self: parts.self, changed: keeper.changedBetween })
  const onBytes = (iteration: number, bytes: Uint8Array): void => logs.write(iteration, 'verify.log', bytes)
  const memory = checkMemory(disk, join(paths.directory, 'checks'))
  const checkPorts = { shell, env, nonce: spec.nonce, timeoutMs: spec.limits.checkMs, onBytes, evidence, memory }
  const check = await checkFor(request, spec, checkPorts, keeper.diff)
  const emit = (event: LoopEvent): void => {
    if (event.kind === 'turn-text') logs.write(event.iteration, 'agent.log', event.text)
    parts.emit(event)
  }
  const reserve = await openReserve(disk, paths.directory)
  const control = await openControl(disk, paths.control, signal)
  const hooks = { postIteration: null, onVerified: null, ...request.hooks }
  const ports = loopPorts(
    {
      loop,
      check,
      gate: watched(gateFor(parts, loop, { keeper, env, evidence, onBytes }), parts.onProving),
      agents,
      sensors: request.sensors ?? [],
      hooks,
      control: withRoom(control, reserve),
    },
    {
      shell,
      env,
      exists: path => disk.exists(path),
      keepTree: keeper.keep,
      recall: memories.recall,
      save: savingReceipts(loop, { disk, keys: layout.keys, git: gitIn(spec.tree, env), warn, treeNow: keeper.now }),
      waived: async ({ spec }) =>
        (await takeWaivers(disk, paths.waivers, spec.nonce)).map(waiver => waiverEvent(spec, waiver)),
      emit,
      warn,
    },
  )
  const end = await runLoop(loop.state, ports, control.signal, hands?.(ports))
    .catch((error: unknown) => restingOnTrouble(error, { loop, reserve, emit }))
    .finally(async () => {
      logs.close()
      evidence.close()
      // Whoever takes the tree after this finds what was kept of it, and clears away what is half written.
      await Promise.all([reserve.free(), control.close(), keeper.settled()])
    })
  if (end.phase !== 'ended') return end
  // The loop has ended as it has: a memory that cannot be kept is said, and changes nothing about that.
  await memories.keep(end, loop.history).catch((error: unknown) => warn(`nothing was learned: ${String(error)}`))
  await callEndHook(hooks, end, { shell, env, nonce: spec.nonce, warn })
  return end
}

/** Who keeps the tree of a loop through its turns. */
const keeperFor = ({ layout, env, warn }: DriveParts, { id, tree }: LoopSpec): Promise<TreeKeeper> =>
  treeKeeper({
    repository: loopPaths(layout, id).snapshots,
    tree,
    exclude: [layout.view, layout.home],
    env,
    warn,
  })

const gitIn =
  (tree: string, env: Environment) =>
  async (...args: readonly string[]): Promise<string | null> => {
    const printed = await userGit(tree, env, args)
    return printed.ok ? printed.value.toString().trim() : null
  }

/** The environment of agents and checks, as it was when the loop began. */
async function captured({ env }: DriveParts, loop: SavedLoop): Promise<Environment> {
  const { spec } = loop.state
  if (!needsBaselineCopy(spec.check)) return env
  // Once there is a baseline, the copy is of the tree before the first turn and nothing else may take its place.
  if (loop.state.baseline === null) {
    await rm(loop.baselineFolder, { recursive: true, force: true })
    await copyTree(spec.workspace, loop.baselineFolder)
  }
  return { ...env, [BASELINE_VARIABLE]: loop.baselineFolder }
}

const watched = (gate: Gate, onProving: (() => void) | undefined): Gate => ({
  seal: (question, green) => gate.seal(question, green),
  restore: sealed => gate.restore(sealed),
  examine: question => {
    onProving?.()
    return gate.examine(question)
  },
})

/** Most turns end red, and those have no use for the half of the program that doubts a yes. */
function lazyGate(loaded: () => Promise<Gate>): Gate {
  return {
    seal: async (question, green) => (await loaded()).seal(question, green),
    restore: async sealed => (await loaded()).restore(sealed),
    examine: async question => (await loaded()).examine(question),
  }
}

interface GateParts {
  readonly keeper: TreeKeeper
  readonly env: Environment
  readonly evidence: ReturnType<typeof openEvidence>
  readonly onBytes: (iteration: number, bytes: Uint8Array) => void
}

function gateFor({ layout, disk }: DriveParts, loop: SavedLoop, { keeper, ...parts }: GateParts): Gate {
  const { spec } = loop.state
  const common = {
    ...parts,
    task: spec.task,
    taskClass: spec.taskClass,
    expectNow: spec.expectNow,
    level: spec.proof,
    tree: spec.tree,
    workspace: spec.workspace,
    ours: layout.view,
    home: parts.env['HOME'] ?? '/',
    nonce: spec.nonce,
    timeoutMs: spec.limits.checkMs,
    folder: join(loopPaths(layout, spec.id).directory, 'gate'),
    scratch: join(layout.home, 'rooms'),
    disk,
    mayChange: spec.mayChange,
    free: spec.free,
    changes: keeper.changes,
    hidden: keeper.hidden,
    readBefore: keeper.readBefore,
    readNow: keeper.readNow,
  }
  const inTree = (path: string): string => posix.join(relative(spec.tree, spec.workspace), path)
  const read = async (path: string): Promise<string | null> =>
    (await keeper.readBefore(inTree(path))) ?? (await keeper.readNow(inTree(path)))
  return lazyGate(async () => {
    const { criterion, believed } = await provableParts(spec.check, read)
    if (criterion === null) return believed.length === 0 ? believingGate : tellingGate(spec.proof, believed)
    return (await import('../proof/proving-gate.ts')).provingGate({ ...common, criterion, believed })
  })
}
