import { nextSteps } from '../plan/board.ts'
import { planDocument } from '../plan/documents.ts'
import type { PlanSpec } from '../plan/events.ts'
import { refuseDirty } from '../plan/merge/target.ts'
import { isForeign, type PlanState } from '../plan/plan-state.ts'
import { createPlan, type PlanPlace } from '../plan/plan-store.ts'
import { agreeOnTasks, loadList, planLimits } from '../plan/prepare.ts'
import { proposeTasks } from '../plan/propose.ts'
import { refuseBrokenGate } from '../plan/refuse-broken-gate.ts'
import { drivePlan, type PlanResume } from '../plan/run-plan.ts'
import type { LoopsElsewhere } from '../run/move/loops-elsewhere.ts'
import { onSecondSignal } from '../run/request/signals.ts'
import type { SettingValues } from '../run/settings/settings.ts'
import type { Given } from '../run/settings/values.ts'
import { EXIT, type ExitCode } from '../std/exit-codes.ts'
import { ownIdentity } from '../system/process-table.ts'
import type { CommandContext } from './command.ts'
import { proposalRows, suggestionLines, taskRows } from './plan-rows.ts'
import { cliProblem } from './problems.ts'
import { safeLine } from './safe-text.ts'
import { foldLines } from './view/fold-lines.ts'
import { planView } from './view/plan-view.ts'

interface AskedRun {
  readonly jobs: number
  readonly limits: Given
  /** Where the loops of tasks run; undefined for this machine. */
  readonly elsewhere: LoopsElsewhere | undefined
}

export async function runNewPlan(
  context: CommandContext,
  place: PlanPlace,
  spec: PlanSpec,
  { jobs, unasked, elsewhere }: AskedRun & { readonly unasked: boolean },
): Promise<number> {
  await refuseDirty(spec, context.env)
  const tasks = await agreeOnTasks(spec.tasks, context, { unasked })
  if (elsewhere === undefined) await refuseBrokenGate(spec, context)
  await createPlan(place, { ...spec, tasks }, new Date().toISOString())
  const resume = { jobs, given: spec.given, limits: spec.limits, tasks: [], again: [] }
  return await driven(context, { ...place, elsewhere }, spec.id, resume)
}

interface Continued extends AskedRun {
  readonly only: readonly string[] | null
  readonly values: SettingValues
  /** The list was named again, so what is new in it joins the plan. */
  readonly listed: boolean
}

export async function continuePlan(
  context: CommandContext,
  place: PlanPlace,
  known: PlanState,
  { jobs, only, limits, values, listed, elsewhere }: Continued,
): Promise<number> {
  const { spec } = known
  refuseElsewhere(known, elsewhere)
  const tasks = listed ? await newTasks(context, known, values) : []
  if (values['dry-run']) {
    show(context, known)
    return EXIT.verified
  }
  await refuseDirty(spec, context.env)
  const given = { ...keptOf(spec.given, context.given), ...(context.given as Readonly<Record<string, string>>) }
  const raised = Object.entries(planLimits(limits)).filter(([, value]) => value !== null)
  return await driven(context, { ...place, elsewhere }, spec.id, {
    jobs,
    given,
    limits: { ...spec.limits, ...Object.fromEntries(raised) },
    tasks,
    again: only ?? [],
  })
}

/** Loops that run in a fleet are found there only. */
function refuseElsewhere({ spec, tasks }: PlanState, elsewhere: LoopsElsewhere | undefined): void {
  const before = spec.given['fleet']
  if (before === undefined || before === elsewhere?.address || tasks.every(({ status }) => status !== 'running')) return
  throw cliProblem('plan-in-fleet', { address: before })
}

const AGENT_SETTINGS = ['agent', 'agent-cmd', 'race', 'race-cmd'] as const

/** Who works is said by one of these settings: another one replaces it. */
function keptOf(before: PlanSpec['given'], given: Given): PlanSpec['given'] {
  if (AGENT_SETTINGS.every(name => given[name] === undefined)) return before
  return Object.fromEntries(Object.entries(before).filter(([name]) => !AGENT_SETTINGS.some(each => each === name)))
}

/** Open tasks of the list that the plan does not have, or could not measure before. */
async function newTasks(
  context: CommandContext,
  known: PlanState,
  values: SettingValues,
): Promise<PlanResume['tasks']> {
  const path = known.spec.source?.path ?? null
  if (path === null) return []
  const list = await loadList({ path }, context.cwd)
  const isKnown = (id: string): boolean =>
    known.tasks.some(({ task, status }) => task.id === id && status !== 'refused')
  const fresh = list.tasks.filter(({ id, done }) => !done && !isKnown(id)).map(({ id }) => id)
  if (fresh.length === 0) return []
  const proposed = await proposeTasks(list, { cwd: context.cwd, only: fresh, completion: values.completion })
  const added = proposed.filter(
    ({ id, refused }) => refused === null || known.tasks.every(({ task }) => task.id !== id),
  )
  if (added.length === 0) return []
  const lines = [...proposalRows(added, context.columns()), ...suggestionLines(added)]
  for (const line of await foldLines(lines, context)) context.person.show(line)
  return added.every(({ refused }) => refused !== null)
    ? added
    : await agreeOnTasks(added, context, { unasked: values['auto-criteria'] })
}

async function driven(
  context: CommandContext,
  { elsewhere, ...place }: PlanPlace & Pick<AskedRun, 'elsewhere'>,
  id: string,
  resume: PlanResume,
): Promise<number> {
  const view = planView(context)
  const state = await drivePlan(
    {
      ...place,
      ...(elsewhere ? { elsewhere } : {}),
      env: context.env,
      self: ownIdentity(),
      signal: context.signal,
      emit: view.show,
      note: view.note,
      onLoopEvent: view.loop,
      onProving: view.proving,
      onKillSwitch: onSecondSignal,
    },
    id,
    resume,
  ).finally(view.end)
  await show(context, state)
  return exitCodeOfPlan(state)
}

async function show(context: CommandContext, state: PlanState): Promise<void> {
  const lines = context.json
    ? [JSON.stringify(planDocument(state))]
    : await foldLines(['', ...taskRows(state, context.columns()), '', ...closingLines(state)], context)
  for (const line of lines) context.out(line)
}

/** How the plan stands, and what to do next. */
export function closingLines(state: PlanState): readonly string[] {
  const done = state.tasks.filter(({ status }) => status === 'done').length
  const head = `${done} of ${state.tasks.length} tasks are merged into ${state.spec.onto.replace('refs/heads/', '')}.`
  const { pause } = state
  if (pause !== null && isForeign(pause.because)) return [head, `Paused: ${safeLine(pause.says)}`]
  if (pause) return [head, `Paused: ${safeLine(pause.says)}`, 'Resume it: agent-loop plan run']
  const stuck = state.tasks.find(({ status }) => status === 'needs_you')
  return stuck === undefined ? [head] : [head, ...nextSteps(stuck).map(({ says, command }) => `${says}: ${command}`)]
}

const PAUSE_CODES: Readonly<Record<string, ExitCode>> = {
  interrupted: EXIT.aborted,
  limit: EXIT.limit,
  dirty_target: EXIT.busy,
  branch_gone: EXIT.usage,
  tampered: EXIT.tampered,
  agent_failed: EXIT.agentUnusable,
}

function exitCodeOfPlan({ pause, tasks }: PlanState): ExitCode {
  if (pause) return PAUSE_CODES[pause.because] ?? EXIT.paused
  const open = tasks.filter(({ status }) => status !== 'done' && status !== 'dropped')
  if (open.length === 0) return EXIT.verified
  return open.every(({ needs }) => needs?.because === 'gate_broken') ? EXIT.gateBroken : EXIT.stuck
}
