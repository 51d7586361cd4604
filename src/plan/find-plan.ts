import { planPaths } from '../store/layout.ts'
import { isWorking, leaseOf } from '../store/lease.ts'
import { isForeign, type PlanState } from './plan-state.ts'
import { listPlans, type PlanPlace, type ReadPlace } from './plan-store.ts'

/** Something is left to do in it, for us or for a person. */
const isUnfinished = ({ tasks, pause }: PlanState): boolean =>
  isForeign(pause?.because) || tasks.some(({ status }) => status !== 'done' && status !== 'dropped')

/** The latest plan; null when there is none. */
export const latestPlan = async (place: PlanPlace): Promise<PlanState | null> => (await listPlans(place))[0] ?? null

/** The unfinished plan of a list, or the latest unfinished one. */
export async function unfinishedPlan(place: PlanPlace, list: string | null): Promise<PlanState | null> {
  const plans = (await listPlans(place)).filter(isUnfinished)
  return (list === null ? plans[0] : plans.find(({ spec }) => spec.source?.path === list)) ?? null
}

/** The process that runs a plan now; null when none does. */
export async function driverOf({ disk, layout }: ReadPlace, plan: string): Promise<number | null> {
  const lease = await leaseOf(disk, layout.leases, plan)
  return lease && lease.tree === planPaths(layout, plan).directory && isWorking(lease) ? lease.owner.pid : null
}
