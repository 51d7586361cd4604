import { asksSomething } from '../../agents/question.ts'
import { fold } from '../../loop/apply.ts'
import type { LoopEvent } from '../../loop/events.ts'
import type { LoopState } from '../../loop/state.ts'
import { adoptedEnvironment } from '../../run/adopted-environment.ts'
import type { AdoptParts } from '../../run/close-adopted.ts'
import { loopParts } from '../../run/loop-parts.ts'
import { runProblem } from '../../run/problems.ts'
import { type Adoption, removeAdoption, writeAdoption } from '../../store/adoptions.ts'
import { readJournal } from '../../store/journal/journal.ts'
import { type Layout, layoutFor, loopPaths } from '../../store/layout.ts'
import { isAtWork } from '../../store/lease.ts'
import { type Disk, nodeDisk } from '../../system/disk.ts'
import type { Environment } from '../../system/shell.ts'
import { stateHome } from '../../system/state-home.ts'

/** The loop of an assistant's session, for the hook that closes its turns. */
export interface AdoptedLoop {
  readonly adoption: Adoption
  readonly parts: AdoptParts
  readonly events: () => Promise<readonly LoopEvent[]>
  /** Whether a process closes a turn of the loop right now. */
  readonly atWork: () => Promise<boolean>
  /** Replaces what is stored about the session. */
  readonly update: (change: Partial<Adoption>) => Promise<void>
  /** Forgets the session: its loop has ended. */
  readonly remove: () => Promise<void>
}

export type PendingTurn = NonNullable<Adoption['pending']>

export function adoptedLoop(env: Environment, adoption: Adoption, warn: (message: string) => void): AdoptedLoop {
  const disk: Disk = nodeDisk('private')
  const layout: Layout = layoutFor(stateHome(env), adoption.tree, adoption.view)
  const { journal } = loopPaths(layout, adoption.loop)
  return {
    adoption,
    parts: partsOf(adoption, env, warn),
    events: async () => (await readJournal(disk, journal))?.events ?? [],
    atWork: () => isAtWork(disk, layout.leases, adoption),
    update: change => writeAdoption(disk, layout.sessions, { ...adoption, ...change }),
    remove: () => removeAdoption(disk, layout.sessions, adoption),
  }
}

/** What closing a turn of the loop needs, with the environment of its start. */
export const partsOf = (adoption: Adoption, own: Environment, onWarning: (message: string) => void = () => {}) =>
  loopParts({
    cwd: adoption.workspace,
    env: adoptedEnvironment(adoption, own),
    stateDirectory: adoption.view,
    onWarning,
  })

export function stateIn({ adoption }: AdoptedLoop, events: readonly LoopEvent[]): LoopState {
  const state = fold(events)
  if (state) return state
  throw runProblem('loop-gone', { id: adoption.loop })
}

/** The turn was closed: the loop has ended, or its next turn has begun. */
export const isClosed = (state: LoopState, turn: number): boolean => state.outcome !== null || state.iteration > turn

/** What a session said at the end of its turn, and when that turn was over. */
export interface TurnReport {
  readonly answer: string
  readonly ended: number
}

/** The turn that the session has ended, or the earlier one whose verdict it has not been told yet. */
export function endedTurn(
  { adoption }: AdoptedLoop,
  { answer, ended }: TurnReport,
  { iteration, lastActive }: LoopState,
  events: readonly LoopEvent[],
): PendingTurn {
  if (adoption.pending) return adoption.pending
  const turn = isSince(lastActive, ended) ? turnAt(events, ended) : iteration
  return { iteration: turn, ended: asksSomething(answer) ? 'asks' : 'claims-done', answer }
}

/**
 * The latest turn that had begun by then. Another hook for the same stop may have closed it meanwhile: the turn that began since is
 * not the one that the session has ended.
 */
const turnAt = (events: readonly LoopEvent[], moment: number): number =>
  events.reduce(
    (latest, event) => (event.kind === 'turn-start' && !isSince(event.at, moment) ? event.iteration : latest),
    0,
  )

/** A time in the future was written before the clock was set back, so it says nothing. */
function isSince(at: string, moment: number): boolean {
  const time = Date.parse(at)
  return time >= moment && time <= Date.now()
}
