import { setTimeout as sleep } from 'node:timers/promises'
import { asksSomething } from '../../agents/question.ts'
import { fold } from '../../loop/apply.ts'
import type { LoopEvent } from '../../loop/events.ts'
import { describeOutcome } from '../../loop/outcome.ts'
import type { LoopState } from '../../loop/state.ts'
import { type AgentLoop, createAgentLoop } from '../../run/agent-loop.ts'
import type { StopVerdict } from '../../run/daemon/envelope.ts'
import type { OpenLoops } from '../../run/open-loops.ts'
import { UsageError } from '../../std/usage-error.ts'
import { type Adoption, removeAdoption, writeAdoption } from '../../store/adoptions.ts'
import { readJournal } from '../../store/journal/journal.ts'
import { type Layout, layoutFor, loopPaths } from '../../store/layout.ts'
import { isAtWork } from '../../store/lease.ts'
import { type Disk, nodeDisk } from '../../system/disk.ts'
import type { Environment } from '../../system/shell.ts'
import { stateHome } from '../../system/state-home.ts'

/** The loop of a session, for whoever closes its turns. */
export interface StopContext {
  readonly adoption: Adoption
  readonly disk: Disk
  readonly layout: Layout
  readonly loops: AgentLoop
  readonly events: () => Promise<readonly LoopEvent[]>
  /** Whether some process closes a turn of the loop right now. */
  readonly atWork: () => Promise<boolean>
}

export type PendingTurn = NonNullable<Adoption['pending']>

interface SceneParts {
  readonly warn: (message: string) => void
  /** Given by a process that stays. */
  readonly openLoops?: OpenLoops
}

export function sceneOf(env: Environment, adoption: Adoption, { warn, openLoops }: SceneParts): StopContext {
  const disk = nodeDisk('private')
  const layout = layoutFor(stateHome(env), adoption.tree, adoption.view)
  const { journal } = loopPaths(layout, adoption.loop)
  return {
    adoption,
    disk,
    layout,
    loops: createAgentLoop({
      cwd: adoption.workspace,
      env: adoption.env,
      stateDirectory: adoption.view,
      onWarning: warn,
      ...(openLoops ? { openLoops } : {}),
    }),
    events: async () => (await readJournal(disk, journal))?.events ?? [],
    atWork: () => isAtWork(disk, layout.leases, adoption),
  }
}

export function stateIn({ adoption }: StopContext, events: readonly LoopEvent[]): LoopState {
  const state = fold(events)
  if (state) return state
  throw new UsageError('no-such-loop', `The loop ${adoption.loop} is gone.`, 'See agent-loop list')
}

/** The turn was closed: the loop has ended, or its next turn has begun. */
export const isPast = (state: LoopState, from: number): boolean => state.outcome !== null || state.iteration > from

/** What a session says at the end of its turn, and when that was over. */
export interface Said {
  readonly answer: string
  readonly ended: number
}

/** The turn that a session has ended with this answer, or the one that is still to be told about. */
export async function turnEndedIn(scene: StopContext, state: LoopState, { answer, ended }: Said): Promise<PendingTurn> {
  if (scene.adoption.pending) return scene.adoption.pending
  const iteration = isSince(state.lastActive, ended) ? turnAt(await scene.events(), ended) : state.iteration
  return { iteration, ended: asksSomething(answer) ? 'asks' : 'claims-done', answer }
}

/**
 * The latest turn that had begun by then. It may be closed by now, because the host called twice, or whoever was asked first did so
 * and died over the answer: the turn that began since is not the one that the session has ended.
 */
const turnAt = (events: readonly LoopEvent[], moment: number): number =>
  events.reduce(
    (latest, event) => (event.kind === 'turn-start' && !isSince(event.at, moment) ? event.iteration : latest),
    0,
  )

/** What is from the future was written before the clock was set, nobody knows when. */
function isSince(at: string, moment: number): boolean {
  const time = Date.parse(at)
  return time >= moment && time <= Date.now()
}

/** What comes of it; null when that takes longer. Nobody waits on for what has failed. */
export async function within<T>(work: Promise<T>, patienceMs: number): Promise<T | null> {
  const late = new AbortController()
  try {
    return await Promise.race([work, sleep(patienceMs, null, { signal: late.signal })])
  } finally {
    late.abort()
  }
}

/** From now on the turn counts as one whose verdict the session is told later. */
export const leavePending = ({ adoption, disk, layout }: StopContext, pending: PendingTurn): Promise<void> =>
  writeAdoption(disk, layout.sessions, { ...adoption, pending })

export const stillVerifying = ({ adoption }: StopContext): StopVerdict => ({
  kind: 'block',
  reason: [
    `agent-loop is still verifying your work (loop ${adoption.loop}); the check takes longer than a hook may.`,
    'Change no file until its verdict is there: what is being checked must stay as it is.',
    'Wait, as with `sleep 60`, and end your turn again; you are told the verdict then. This costs no turn of the loop.',
  ].join('\n'),
})

/** What the session is told about a turn that was closed; a loop that has ended is its no more. */
export async function told({ adoption, disk, layout, loops }: StopContext, state: LoopState): Promise<StopVerdict> {
  const { outcome, spec, iteration } = state
  if (outcome === null) {
    if (adoption.pending) await writeAdoption(disk, layout.sessions, { ...adoption, pending: null })
    const prompt = await loops.promptFor(state)
    return { kind: 'block', reason: prompt ?? state.missing ?? spec.task }
  }
  await removeAdoption(disk, layout.sessions, adoption)
  const turns = `${iteration} ${iteration === 1 ? 'turn' : 'turns'}`
  const says =
    outcome.kind === 'verified'
      ? `agent-loop: verified after ${turns}: ${describeOutcome(outcome)} (${spec.id}).`
      : `agent-loop: not verified, ${outcome.kind.replace('_', ' ')} after ${turns}: ${describeOutcome(outcome)}. See agent-loop status ${spec.id}`
  return { kind: 'let-go', says }
}
