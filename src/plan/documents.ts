import { nextSteps, whyStill } from './board.ts'
import { blockedBy, stepsOf } from './order.ts'
import type { PlanState, TaskState } from './plan-state.ts'
import type { PlannedTask } from './planned-task.ts'

/** Where a task stands, in the words of the board. */
export function statusWord(plan: PlanState, state: TaskState): string {
  if (blockedBy(plan, state) !== null) return 'blocked'
  return state.status === 'needs_you' ? 'needs you' : state.status
}

/** The plan for programs. */
export const planDocument = (plan: PlanState) => ({
  plan: plan.spec.id,
  list: plan.spec.source?.path ?? null,
  into: plan.spec.onto.replace('refs/heads/', ''),
  gate: plan.spec.gateSays,
  status: plan.ended ? 'ended' : plan.pause ? 'paused' : 'open',
  because: plan.pause?.because ?? null,
  tasks: plan.tasks.map(state => ({
    id: state.task.id,
    title: state.task.title,
    status: statusWord(plan, state).replace(' ', '_'),
    criterion: state.task.criterionSays,
    confidence: state.task.confidence,
    after: state.task.after,
    loop: state.loops.at(-1) ?? null,
    attempts: state.loops.length,
    racing: state.racers,
    lost: state.lost,
    sent_back: state.backs,
    refused_by: state.refusedBy,
    commit: state.commit,
    says: state.needs?.says ?? state.task.refused?.because ?? null,
    why: whyStill(plan, state),
    next: nextSteps(state).map(({ command }) => command),
    spent: state.spent,
  })),
})

/** A proposal for programs. */
export const proposalDocument = (tasks: readonly PlannedTask[]) => {
  const steps = stepsOf(tasks)
  return tasks.map(
    ({ id, title, criterionSays, confidence, needsPerson, refused, after, behind, paths, race = [] }) => ({
      id,
      title,
      criterion: refused === null ? criterionSays : null,
      confidence,
      needs_human_confirmation: needsPerson,
      step: steps.get(id) ?? 1,
      after,
      behind,
      paths,
      race,
      refused: refused === null ? null : { because: refused.because, try: refused.suggestions },
    }),
  )
}
