import type { Environment } from '../system/shell.ts'
import { dropAttempt } from './attempt.ts'
import { openPlan } from './plan-store.ts'
import { withPlan } from './run-plan.ts'
import { now, type PlanParts, taskOf } from './session.ts'

/** A person gives up on a task: its worktrees and branches go, and the plan no longer waits for it. */
export const removeResult = (
  where: Pick<PlanParts, 'disk' | 'layout' | 'self'> & { readonly env: Environment },
  planId: string,
  task: string,
): Promise<readonly string[]> =>
  withPlan(where, planId, async () => {
    const plan = await openPlan(where, planId, { clean: event => event, emit: () => {} })
    const nothing = (): void => {}
    const session = { plan, parts: { ...where, signal: new AbortController().signal, emit: nothing, note: nothing } }
    try {
      await plan.save({ kind: 'task-dropped', at: now(), task })
      const { loops } = taskOf(session, task)
      for (const loop of loops) await dropAttempt(session, loop, { branch: true })
      return loops.map(loop => `agent-loop/${loop}`)
    } finally {
      await plan.close()
    }
  })
