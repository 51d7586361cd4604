import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { createAgentLoop } from '../../../agent-loop.ts'
import { asksSomething } from '../../../agents/question.ts'
import { nodeDisk } from '../../../host/disk.ts'
import { stateHome } from '../../../host/places.ts'
import type { ProcessIdentity } from '../../../host/process-table.ts'
import type { StoppedTurn } from '../../../loop/adopted-turn.ts'
import { fold } from '../../../loop/apply.ts'
import type { LoopEvent } from '../../../loop/events.ts'
import { describeOutcome } from '../../../loop/outcome.ts'
import type { LoopState } from '../../../loop/state.ts'
import { UsageError } from '../../../std/usage-error.ts'
import { type Adoption, removeAdoption, writeAdoption } from '../../../store/adoptions.ts'
import { readJournal } from '../../../store/journal.ts'
import { layoutFor, loopPaths } from '../../../store/layout.ts'
import { isAtWork } from '../../../store/lease.ts'
import type { CommandContext } from '../command.ts'
import type { Answer } from './answer.ts'

export interface Closing {
  readonly adoption: Adoption
  /** The last of what the assistant said. */
  readonly answer: string
  /** When the host would stop waiting for us. */
  readonly deadlineMs: number
  readonly self: ProcessIdentity
}

export interface Closed {
  readonly answer: Answer
  /** The check goes on in another process; ours must be gone at once, for the tree is its. */
  readonly handedOver: boolean
}

/** Closes the turn that a session has ended, and says what the session is told. */
export async function closeStop(context: CommandContext, closing: Closing): Promise<Closed> {
  const { adoption } = closing
  const scene = sceneOf(context, closing)
  const events = await scene.events()
  const before = scene.stateOf(events)
  if (before.outcome) return await told(scene, before)
  const from = adoption.pending?.iteration ?? before.iteration
  if (adoption.pending || (await scene.atWork())) {
    // Another process closes this very turn: it was handed over, or the host called us twice for one stop.
    const after = await untilClosed(scene, from, 0)
    if (after === null) return stillVerifying(scene)
    if (isPast(after, from)) return await told(scene, after)
  }
  const stopped = adoption.pending ?? { ended: endOf(closing.answer), answer: closing.answer }
  const pending = { iteration: from, ended: stopped.ended, answer: stopped.answer }
  if (expectedMs(events) > closing.deadlineMs) {
    await handOver(scene, pending)
    const after = await untilClosed(scene, from, START_MS)
    return after && isPast(after, from) ? await told(scene, after) : stillVerifying(scene)
  }
  const closed = scene.loops.closeAdopted(adoption, { agent: adoption.name, ...pending })
  const late = new AbortController()
  const first = await Promise.race([closed, sleep(scene.left(), null, { signal: late.signal })])
  late.abort()
  if (first !== null) return await told(scene, first)
  closed.catch(() => {})
  await handOver(scene, pending)
  return { ...stillVerifying(scene), handedOver: true }
}

/** Closes a turn that was handed over, for as long as it takes. */
export async function finishStop(adoption: Adoption): Promise<void> {
  const { pending, name, workspace, view, env } = adoption
  if (pending === null) return
  const loops = createAgentLoop({ cwd: workspace, env, stateDirectory: view })
  await loops.closeAdopted(adoption, { agent: name, ...pending })
}

const endOf = (answer: string): StoppedTurn['ended'] => (asksSomething(answer) ? 'asks' : 'claims-done')

const START_MS = 15_000
const LOOK_MS = 100
/** A yes costs the check itself and what doubts it. */
const RUNS_OF_A_YES = 3

type Scene = ReturnType<typeof sceneOf>

function sceneOf(context: CommandContext, { adoption, deadlineMs, self }: Closing) {
  const { err } = context
  const { env } = adoption
  const disk = nodeDisk('private')
  const layout = layoutFor(stateHome(context.env), adoption.tree, adoption.view)
  const paths = loopPaths(layout, adoption.loop)
  const began = performance.now()
  return {
    adoption,
    disk,
    layout,
    context,
    loops: createAgentLoop({
      cwd: adoption.workspace,
      env,
      stateDirectory: adoption.view,
      onWarning: message => err(`agent-loop: ${message}`),
    }),
    left: (): number => Math.max(0, deadlineMs - (performance.now() - began)),
    events: async (): Promise<readonly LoopEvent[]> => (await readJournal(disk, paths.journal))?.events ?? [],
    stateOf(events: readonly LoopEvent[]): LoopState {
      const state = fold(events)
      if (state) return state
      throw new UsageError('no-such-loop', `The loop ${adoption.loop} is gone.`, 'See agent-loop list')
    },
    atWork: () => isAtWork({ disk, directory: layout.leases, self }, adoption.tree, adoption.loop),
  }
}

/** How long a check may take, by what the latest took. */
function expectedMs(events: readonly LoopEvent[]): number {
  const took = events.flatMap(event =>
    event.kind === 'check-end' || event.kind === 'baseline-end' ? [event.duration_ms] : [],
  )
  return RUNS_OF_A_YES * Math.max(0, ...took.slice(-3))
}

/** The turn was closed: the loop has ended, or its next turn has begun. */
const isPast = (state: LoopState, from: number): boolean => state.outcome !== null || state.iteration > from

/** The loop once nobody is at work for it any more; null when that takes longer than the host waits. */
async function untilClosed(scene: Scene, from: number, startMs: number): Promise<LoopState | null> {
  const start = performance.now() + startMs
  for (;;) {
    const quiet = !(await scene.atWork())
    if (quiet) {
      const state = scene.stateOf(await scene.events())
      if (isPast(state, from) || performance.now() >= start) return state
    }
    if (scene.left() <= LOOK_MS) return null
    await sleep(LOOK_MS)
  }
}

async function handOver({ adoption, disk, layout, context }: Scene, pending: Adoption['pending']): Promise<void> {
  await writeAdoption(disk, layout.sessions, { ...adoption, pending })
  const program = process.argv[1] ?? ''
  spawn(process.execPath, [program, 'hook', 'finish', adoption.loop], {
    cwd: adoption.workspace,
    env: context.env,
    detached: true,
    stdio: 'ignore',
  }).unref()
}

const stillVerifying = ({ adoption }: Scene): Closed => ({
  handedOver: false,
  answer: {
    kind: 'block',
    reason: [
      `agent-loop is still verifying your work (loop ${adoption.loop}); the check takes longer than a hook may.`,
      'Change no file until its verdict is there: what is being checked must stay as it is.',
      'Wait, as with `sleep 60`, and end your turn again; you are told the verdict then. This costs no turn of the loop.',
    ].join('\n'),
  },
})

async function told({ adoption, disk, layout, loops }: Scene, state: LoopState): Promise<Closed> {
  const { outcome, spec, iteration } = state
  if (outcome === null) {
    if (adoption.pending) await writeAdoption(disk, layout.sessions, { ...adoption, pending: null })
    const prompt = await loops.promptFor(state)
    return { handedOver: false, answer: { kind: 'block', reason: prompt ?? state.missing ?? spec.task } }
  }
  await removeAdoption(disk, layout.sessions, adoption)
  const turns = `${iteration} ${iteration === 1 ? 'turn' : 'turns'}`
  const says =
    outcome.kind === 'verified'
      ? `agent-loop: verified after ${turns}: ${describeOutcome(outcome)} (${spec.id}).`
      : `agent-loop: not verified, ${outcome.kind.replace('_', ' ')} after ${turns}: ${describeOutcome(outcome)}. See agent-loop status ${spec.id}`
  return { handedOver: false, answer: { kind: 'let-go', says } }
}
