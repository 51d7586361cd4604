import { planDocument, statusWord } from '../plan/documents.ts'
import { removeResult } from '../plan/drop-task.ts'
import { driverOf, latestPlan } from '../plan/find-plan.ts'
import { orderPause } from '../plan/plan-orders.ts'
import type { PlanState } from '../plan/plan-state.ts'
import { type PlanPlace, peekPlan } from '../plan/plan-store.ts'
import { planProblem } from '../plan/problems.ts'
import { nearest } from '../std/nearest.ts'
import { ownIdentity } from '../system/process-table.ts'
import type { CommandContext } from './command.ts'
import { taskRows } from './plan-rows.ts'
import { closingLines } from './plan-run.ts'
import { foldLines } from './view/fold-lines.ts'

async function latest(place: PlanPlace, id: string | undefined): Promise<PlanState> {
  const found = id === undefined ? await latestPlan(place) : await peekPlan(place, id)
  if (found) return found
  throw id === undefined ? planProblem('no-plan', {}) : planProblem('no-such-plan', { id })
}

/** `plan status [<plan>]` */
export async function showPlan(context: CommandContext, place: PlanPlace, id: string | undefined): Promise<number> {
  const plan = await latest(place, id)
  const pid = await driverOf(place, plan.spec.id)
  if (context.json) {
    const document = planDocument(plan)
    context.out(JSON.stringify({ ...document, status: pid === null ? document.status : 'running', pid }))
    return 0
  }
  context.out(`${plan.spec.id}  ${pid === null ? (plan.ended ? 'ended' : 'not running') : `running (process ${pid})`}`)
  for (const line of await foldLines(taskRows(plan, context.columns()), context)) context.out(line)
  for (const line of closingLines(plan)) context.out(line)
  if (pid === null && !plan.ended) context.out('To continue: agent-loop plan resume')
  return 0
}

/** `plan pause [<plan>]` */
export async function pausePlan(context: CommandContext, place: PlanPlace, id: string | undefined): Promise<number> {
  const plan = await latest(place, id)
  const running = (await driverOf(place, plan.spec.id)) !== null
  if (running) await orderPause(place, plan.spec.id)
  if (context.json) context.out(JSON.stringify({ plan: plan.spec.id, became: running ? 'pausing' : 'still' }))
  else
    context.out(
      running
        ? `${plan.spec.id} pauses after the current turns. Resume it: agent-loop plan run`
        : `${plan.spec.id} is not running.`,
    )
  return 0
}

/** `plan drop <task>` */
export async function dropTask(context: CommandContext, place: PlanPlace, id: string | undefined): Promise<number> {
  const plan = await latest(place, undefined)
  const ids = plan.tasks.map(({ task }) => task.id)
  const found = plan.tasks.find(({ task }) => task.id === id)
  if (!found) throw planProblem('unknown-task', { task: id ?? '', near: nearest(id ?? '', ids), ids })
  const droppable = found.status === 'needs_you' || found.status === 'refused' || found.status === 'waiting'
  if (!droppable) throw planProblem('nothing-to-drop', { task: found.task.id, status: statusWord(plan, found) })
  const branches = await removeResult({ ...place, env: context.env, self: ownIdentity() }, plan.spec.id, found.task.id)
  if (context.json) context.out(JSON.stringify({ plan: plan.spec.id, task: found.task.id, dropped: true, branches }))
  else
    context.out(
      `Dropped ${found.task.id}${branches.length === 0 ? '' : ` and its ${branches.length === 1 ? 'branch' : 'branches'} ${branches.join(', ')}`}.`,
    )
  return 0
}
