import { createJournalOf, openJournalOf, readJournalOf } from '../store/journal/journal.ts'
import { type Layout, type PlanPaths, planPaths, plansOf } from '../store/layout.ts'
import type { Disk } from '../system/disk.ts'
import { type PlanEvent, type PlanSpec, readPlanEvent } from './events.ts'
import { applyPlanEvent, foldPlan, type PlanState } from './plan-state.ts'
import { planProblem } from './problems.ts'

/** Where plans are kept. */
export interface PlanPlace {
  readonly disk: Disk
  readonly layout: Layout
}

/** The same, for reading only. */
export interface ReadPlace {
  readonly disk: Disk
  readonly layout: Pick<Layout, 'project' | 'leases'>
}

/** A plan that this process writes. */
export interface SavedPlan {
  readonly paths: PlanPaths
  state(): PlanState
  /** Durable when it resolves. */
  save(...events: readonly PlanEvent[]): Promise<void>
  close(): Promise<void>
}

export async function createPlan({ disk, layout }: PlanPlace, spec: PlanSpec, at: string): Promise<void> {
  const first: PlanEvent = { kind: 'plan-start', at, spec }
  const journal = await createJournalOf(disk, planPaths(layout, spec.id).journal, first, readPlanEvent)
  await journal.close()
}

export async function openPlan(
  { disk, layout }: PlanPlace,
  id: string,
  { clean, emit }: PlanOutput,
): Promise<SavedPlan> {
  const paths = planPaths(layout, id)
  const opened = await openJournalOf(disk, paths.journal, readPlanEvent)
  const start = opened && foldPlan(opened.events)
  if (!opened || !start) throw planProblem('no-such-plan', { id })
  const { journal } = opened
  let state = start
  let last: Promise<void> = Promise.resolve()
  const append = async (events: readonly PlanEvent[]): Promise<void> => {
    await journal.append(events)
    state = events.reduce(applyPlanEvent, state)
    for (const event of events) emit(event, state)
  }
  return {
    paths,
    state: () => state,
    // One after another, whichever task they are about.
    save: (...events) => {
      const saved = last.then(() => append(events.map(clean)))
      last = saved.catch(() => {})
      return saved
    },
    close: async () => {
      await last
      await journal.close()
    },
  }
}

interface PlanOutput {
  /** Removes secrets from texts that agents and checks printed. */
  readonly clean: (event: PlanEvent) => PlanEvent
  readonly emit: (event: PlanEvent, state: PlanState) => void
}

export async function peekPlan({ disk, layout }: ReadPlace, id: string): Promise<PlanState | null> {
  const read = await readJournalOf(disk, planPaths(layout, id).journal, readPlanEvent)
  return read && foldPlan(read.events)
}

/** Every plan of the project, the latest first. */
export async function listPlans(place: PlanPlace): Promise<readonly PlanState[]> {
  const ids = await place.disk.list(plansOf(place.layout))
  const plans = await Promise.all(ids.map(id => peekPlan(place, id)))
  return plans.filter(plan => plan !== null).sort((a, b) => (a.startedAt < b.startedAt ? 1 : -1))
}
