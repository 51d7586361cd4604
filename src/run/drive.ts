import { rm } from 'node:fs/promises'
import { join, posix, relative } from 'node:path'
import { provableParts } from '../check/completion/provable.ts'
import { BASELINE_VARIABLE } from '../check/verify/context.ts'
import type { LoopEvent } from '../loop/events.ts'
import { isoTime } from '../loop/iso-time.ts'
import { type LoopPorts, runLoop } from '../loop/run.ts'
import type { LoopSpec, LoopState } from '../loop/state.ts'
import type { TakeTurn, TurnPorts } from '../loop/take-turn.ts'
import { acceptingGate, acceptingGateWithNotes } from '../proof/accepting-gate.ts'
import type { Gate } from '../proof/gate.ts'
import type { ProvingStep } from '../proof/proving-step.ts'
import { IterationLogs } from '../store/iteration-logs.ts'
import { activityLogIn, type Layout, loopPaths } from '../store/layout.ts'
import { noteProving } from '../store/proving-file.ts'
import type { SavedLoop } from '../store/store.ts'
import { cleanCopiesHome } from '../system/checkouts-home.ts'
import { systemClock } from '../system/clock.ts'
import { copyTree } from '../system/copy-tree.ts'
import type { Disk } from '../system/disk.ts'
import { userGit } from '../system/git.ts'
import type { ProcessIdentity } from '../system/process-table.ts'
import type { Environment, Shell } from '../system/shell.ts'
import { openEvidence } from '../tools/ids/open-evidence.ts'
import { keepAccounts } from './accounts.ts'
import { cleaner, logRedactor, showingCleanText } from './clean-output.ts'
import { openDiskReserve } from './disk-reserve.ts'
import { forkTurn } from './fork/fork-turn.ts'
import type { HoldOut } from './hold-out/hold-out.ts'
import { callEndHook } from './hooks.ts'
import { checkMemory } from './judge/check-memory.ts'
import { loopNotices } from './notify/loop-notices.ts'
import { type Agents, checkFor, needsBaselineCopy } from './participants.ts'
import { pausedOnStorageError, pausingWithoutSpace } from './pause-on-storage-error.ts'
import { loopPorts } from './ports.ts'
import { withHeadings } from './proof-headings.ts'
import { mayAct } from './race/claim.ts'
import { savingReceipts } from './receipts/receipts.ts'
import { openRecollection } from './reflections.ts'
import type { RunRequest } from './run-request.ts'
import { openControl } from './steer/control.ts'
import { openTimeRecord, type TimeRecord } from './time-record.ts'
import { type TreeKeeper, treeKeeper } from './tree/tree-keeper.ts'

export interface DriveParts {
  readonly layout: Layout
  readonly disk: Disk
  readonly shell: Shell
  readonly env: Environment
  readonly emit: (event: LoopEvent) => void
  readonly warn: (message: string) => void
  /** Called when a proof begins (null), and with each of its steps, for the live view. */
  readonly onProving?: ((step: ProvingStep | null) => void) | undefined
  /** Writes a notification to the person's terminal. */
  readonly onTerminalNotice?: ((text: string) => void) | undefined
  /** This process, for files that several processes write. */
  readonly self: ProcessIdentity
}

interface Begun {
  /** Takes the turns when an assistant does. */
  readonly takeTurn?: (ports: TurnPorts) => TakeTurn
  readonly loop: SavedLoop
  readonly agents: Agents
  readonly request: RunRequest
  /** Receives the function to call when the agent asks a person. */
  readonly onAsking?: (listener: (question: string) => void) => void
}

/** Runs one loop to its end in this process, from its current phase. */
export async function drive(parts: DriveParts, begun: Begun, signal: AbortSignal): Promise<LoopState> {
  const { layout, disk, shell, warn } = parts
  const { loop, agents, request, takeTurn, onAsking = () => {} } = begun
  const { spec } = loop.state
  const paths = loopPaths(layout, spec.id)
  const logs = new IterationLogs(loop.logPath, logRedactor(parts.env), warn)
  const evidence = openEvidence({ directory: evidenceFolder(layout.home, paths.directory, loop.state.spec.nonce) })
  const env = await captured(parts, loop)
  const keeper = await keeperFor(parts, spec)
  const memories = await openRecollection({ layout, disk, warn, self: parts.self, changed: keeper.changedBetween })
  const onBytes = (iteration: number, bytes: Uint8Array): void => logs.write(iteration, 'verify.log', bytes)
  const memory = checkMemory(disk, join(paths.directory, 'checks'))
  const checkPorts = { shell, env, nonce: spec.nonce, timeoutMs: spec.limits.checkMs, onBytes, evidence, memory }
  const visible = await checkFor(request, spec, checkPorts, keeper.diff)
  const heldOut = await heldOutOf(spec, { ...parts, env })
  // What the whole check prints names the held-out tests, and the agent can read the loop's logs.
  const quiet = { ...checkPorts, onBytes: () => {} }
  const check = heldOut?.check(await checkFor(request, spec, quiet, keeper.diff), visible) ?? visible
  const gate = gateFor(parts, loop, { keeper, env, evidence, onBytes: heldOut === null ? onBytes : quiet.onBytes })
  const show = showingCleanText(env, parts.emit)
  const notices = await loopNotices({
    disk,
    file: paths.notify,
    spec,
    configured: request.notify,
    onAsking,
    open: async channels =>
      (await import('./notify/notifier.ts')).notifierFor(channels, {
        ...{ shell, env: parts.env, cwd: spec.workspace, terminal: parts.onTerminalNotice, warn },
      }),
  })
  const emit = (event: LoopEvent): void => {
    notices.see(event)
    if (event.kind === 'turn-text') logs.write(event.iteration, 'agent.log', event.text)
    show(event)
  }
  const clean = cleaner(env)
  const reserve = await openDiskReserve(disk, paths.directory)
  const control = await openControl(disk, paths.control, signal)
  const time = await openTimeRecord(disk, paths.directory, loop.state)
  const hooks = { postIteration: null, onVerified: null, ...request.hooks }
  const accounts = await keepAccounts(
    { disk, layout, loop, warn },
    savingReceipts(loop, { disk, keys: layout.keys, git: gitIn(spec.tree, env), warn, treeNow: keeper.now, clean }),
  )
  const after = spec.after === null ? null : await import('./after/after-loop.ts')
  const afterParts = { layout, disk, shell, env, keeper, say: warn }
  const own = loopPorts(
    {
      loop,
      check,
      gate: heldOut?.gate(gate) ?? gate,
      agents: heldOut === null ? agents : withHoldOut(agents, heldOut),
      before: await forkTurn(loop, keeper),
      sensors: [...(heldOut === null ? [] : [heldOut.sensor]), ...(request.sensors ?? [])],
      hooks,
      control: pausingWithoutSpace(notices.watching(control), reserve),
    },
    {
      shell,
      env,
      exists: path => disk.exists(path),
      keepTree: keeper.keep,
      markTree: keeper.mark,
      changed: keeper.changed,
      recall: memories.recall,
      clean,
      save: recordingTime(time, accounts.save),
      spentToday: accounts.spentToday,
      lostMs: time.lostMs,
      emit,
      warn,
    },
  )
  const ports: LoopPorts = {
    ...own,
    afterTurn: async state => {
      await own.afterTurn(state)
      await after?.afterTurn(state, afterParts)
    },
  }
  const end = await runLoop(loop.state, ports, control.signal, takeTurn?.(ports))
    .catch((error: unknown) => pausedOnStorageError(error, { loop, reserve, emit }))
    .finally(async () => {
      logs.close()
      evidence.close()
      time.close()
      // Wait for the snapshots: the next holder of the tree must find them complete.
      await Promise.all([reserve.free(), control.close(), keeper.settled()])
    })
  if (end.phase === 'ended') notices.ended(end)
  else {
    await notices.settled()
    return end
  }
  // Failing to save reflections is reported and does not change how the loop ended.
  await memories
    .keep(end, loop.history)
    .catch((error: unknown) => warn(`reflections could not be saved: ${String(error)}`))
  if (end.outcome?.kind === 'verified' && (await mayAct(request, spec, parts))) {
    await after?.afterLoop(end, afterParts)
    await callEndHook(hooks, end, { shell, env, nonce: spec.nonce, warn })
  }
  await notices.settled()
  return end
}

async function heldOutOf(spec: LoopSpec, { disk, layout, env, warn }: DriveParts): Promise<HoldOut | null> {
  if (spec.holdOut.length === 0) return null
  const { openHoldOut } = await import('./hold-out/hold-out.ts')
  return await openHoldOut(spec, { disk, home: layout.home, ours: layout.view, env, warn })
}

const withHoldOut = ([first, ...others]: Agents, { agent }: HoldOut): Agents => [agent(first), ...others.map(agent)]

const recordingTime =
  (time: TimeRecord, save: LoopPorts['save']): LoopPorts['save'] =>
  async (events, state) => {
    const saved = await save(events, state)
    await time.saved(state)
    return saved
  }

/** Saves snapshots of the tree through the turns. */
export const keeperFor = ({ layout, env, warn }: DriveParts, { id, tree }: LoopSpec): Promise<TreeKeeper> =>
  treeKeeper({
    repository: loopPaths(layout, id).snapshots,
    tree,
    exclude: [layout.view, layout.home, activityLogIn(tree)],
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
  // Once there is a baseline, the copy shows the tree before the first turn and must not be replaced.
  if (loop.state.baseline === null) {
    await rm(loop.baselineFolder, { recursive: true, force: true })
    await copyTree(spec.workspace, loop.baselineFolder)
  }
  return { ...env, [BASELINE_VARIABLE]: loop.baselineFolder }
}

/** Tells which step of a proof begins: the view here, and views in other processes. */
const watched = (gate: Gate, begins: (step: null, iteration: number) => void): Gate => ({
  seal: (question, green) => gate.seal(question, green),
  restore: sealed => gate.restore(sealed),
  move: sealed => gate.move(sealed),
  examine: question => {
    begins(null, question.iteration)
    return gate.examine(question)
  },
})

/** Most turns end with a failing check and need no proof, so the proof is loaded only when it is used. */
function lazyGate(loaded: () => Promise<Gate>): Gate {
  return {
    seal: async (question, green) => (await loaded()).seal(question, green),
    restore: async sealed => (await loaded()).restore(sealed),
    move: async sealed => (await loaded()).move(sealed),
    examine: async question => (await loaded()).examine(question),
  }
}

interface GateParts {
  readonly keeper: TreeKeeper
  readonly env: Environment
  readonly evidence: ReturnType<typeof openEvidence>
  readonly onBytes: (iteration: number, bytes: Uint8Array) => void
}

export function gateFor(
  { layout, disk, onProving }: DriveParts,
  loop: SavedLoop,
  { keeper, ...parts }: GateParts,
): Gate {
  const { spec } = loop.state
  let iteration = loop.state.iteration
  const log = withHeadings(parts.onBytes)
  const begins = (step: ProvingStep | null, turn = iteration): void => {
    iteration = turn
    log.begins(step)
    noteProving(loopPaths(layout, spec.id), { iteration, step, at: isoTime(systemClock) })
    onProving?.(step)
  }
  const common = {
    ...parts,
    onBytes: log.onBytes,
    task: spec.task,
    allowedBy: spec.proves === null || spec.proves.taskFrom === 'person' ? spec.task : '',
    taskClass: spec.taskClass,
    expectNow: spec.expectNow,
    level: spec.proof,
    acceptClaims: spec.acceptClaims,
    jobs: spec.proofJobs,
    ofChange: spec.proves !== null,
    mutants: spec.mutants || spec.proof === 'strict',
    tree: spec.tree,
    workspace: spec.workspace,
    ours: layout.view,
    home: parts.env['HOME'] ?? '/',
    nonce: spec.nonce,
    timeoutMs: spec.limits.checkMs,
    folder: join(loopPaths(layout, spec.id).directory, 'gate'),
    scratch: cleanCopiesHome(parts.env),
    disk,
    mayChange: spec.mayChange,
    free: spec.free,
    changes: keeper.changes,
    hidden: keeper.hidden,
    untracked: keeper.untracked,
    readBefore: keeper.readBefore,
    bytesBefore: keeper.bytesBefore,
    readNow: keeper.readNow,
    onStep: begins,
  }
  const inTree = (path: string): string => posix.join(relative(spec.tree, spec.workspace), path)
  const read = async (path: string): Promise<string | null> =>
    (await keeper.readBefore(inTree(path))) ?? (await keeper.readNow(inTree(path)))
  const gate = lazyGate(async () => {
    const { criterion, believed } = await provableParts(spec.check, read)
    if (criterion === null) return believed.length === 0 ? acceptingGate : acceptingGateWithNotes(spec.proof, believed)
    return (await import('../proof/proving-gate.ts')).provingGate({ ...common, criterion, believed })
  })
  return watched(gate, begins)
}

/** Some runners split a variable that names it at spaces, so the name of the project may not put one into it. */
export const evidenceFolder = (home: string, loop: string, nonce: string): string =>
  /\s/.test(loop) ? join(home, 'evidence', nonce) : join(loop, 'reports')
