import type { LoopEvent } from '../loop/events.ts'
import type { LoopState } from '../loop/state.ts'
import type { LoopsElsewhere } from '../run/move/loops-elsewhere.ts'
import { peekLoop } from '../store/journal/read-state.ts'
import { loopPaths } from '../store/layout.ts'
import { systemClock } from '../system/clock.ts'
import type { ProcessIdentity } from '../system/process-table.ts'
import type { Environment } from '../system/shell.ts'
import type { PlanEvent } from './events.ts'
import type { PlanState, TaskState } from './plan-state.ts'
import type { PlanPlace, SavedPlan } from './plan-store.ts'

/** What a process needs to run a plan. */
export interface PlanParts extends PlanPlace {
  readonly env: Environment
  readonly self: ProcessIdentity
  /** Aborted by a person at this terminal. */
  readonly signal: AbortSignal
  readonly emit: (event: PlanEvent, state: PlanState) => void
  /** Shows a line that is no event. */
  readonly note: (line: string) => void
  /** What happens in the loop of a task. */
  readonly onLoopEvent?: (task: string, event: LoopEvent) => void
  /** The check of a task passes, and its proof begins. */
  readonly onProving?: (task: string) => void
  /** Runs the loops of tasks on other machines; absent when they run here. */
  readonly elsewhere?: LoopsElsewhere
  /** Receives the function that kills a loop's processes immediately. */
  readonly onKillSwitch?: (kill: () => void) => void
}

/** One process that runs one plan. */
export interface PlanSession {
  readonly parts: PlanParts
  readonly plan: SavedPlan
}

export const now = (): string => new Date(systemClock.now()).toISOString()

export function taskOf({ plan }: PlanSession, id: string): TaskState {
  const found = plan.state().tasks.find(({ task }) => task.id === id)
  if (!found) throw new Error(`the plan has no task ${id}`)
  return found
}

/** The state of a loop of this plan; null when it never began. */
export const loopOf = async (session: PlanSession, id: string): Promise<LoopState | null> =>
  (await loopHere(session, id)) ?? (await session.parts.elsewhere?.state(id)) ?? null

/** The same for a loop whose files are here. */
export const loopHere = ({ parts: { disk, layout } }: PlanSession, id: string): Promise<LoopState | null> =>
  peekLoop(disk, loopPaths(layout, id))
