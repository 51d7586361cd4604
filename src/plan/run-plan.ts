import { cleaner } from '../run/clean-output.ts'
import { planPaths } from '../store/layout.ts'
import { takeLease } from '../store/lease.ts'
import type { PlanEventOf } from './events.ts'
import { acceptsBranch } from './merge/foreign-commits.ts'
import { dropIgnored, saveBase } from './plan-base.ts'
import type { PlanState } from './plan-state.ts'
import { openPlan, peekPlan } from './plan-store.ts'
import { planProblem } from './problems.ts'
import { recover } from './recover.ts'
import { schedule } from './schedule.ts'
import { now, type PlanParts } from './session.ts'

/** How a plan continues: how many loops at once, and what a person changed. */
export type PlanResume = Omit<PlanEventOf<'plan-resume'>, 'kind' | 'at'>

/** Runs a plan until nothing more can be done without a person. Resumes it where it stands. */
export const drivePlan = (parts: PlanParts, id: string, resume: PlanResume): Promise<PlanState> =>
  withPlan(parts, id, async () => {
    const clean = cleaner(parts.env)
    const plan = await openPlan(parts, id, {
      // Settings, criteria, and tasks are used again as they are.
      clean: event => (event.kind === 'plan-resume' ? event : clean(event)),
      emit: parts.emit,
    })
    try {
      const accepted = acceptsBranch(plan.state())
      await plan.save({ kind: 'plan-resume', at: now(), ...resume })
      await recover({ parts, plan })
      if (accepted) await saveBase({ parts, plan })
      await schedule({ parts, plan })
      await dropIgnored({ parts, plan })
      return plan.state()
    } finally {
      await plan.close()
    }
  })

/** Works on a plan while no other process does. */
export async function withPlan<T>(
  { disk, layout, self }: Pick<PlanParts, 'disk' | 'layout' | 'self'>,
  id: string,
  work: () => Promise<T>,
): Promise<T> {
  const known = await peekPlan({ disk, layout }, id)
  if (known === null) throw planProblem('no-such-plan', { id })
  const holder = { tree: planPaths(layout, id).directory, loop: id, nonce: known.spec.nonce, owner: self }
  const lease = await takeLease({ disk, directory: layout.leases, self }, holder)
  if (!lease.ok) throw planProblem('plan-running', { id, pid: lease.error.owner.pid })
  try {
    return await work()
  } finally {
    await lease.value.release()
  }
}
