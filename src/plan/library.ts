import { resolve } from 'node:path'
import { layoutHere } from '../run/request/overview.ts'
import { trustedSettings } from '../run/request/trusted-settings.ts'
import type { Given } from '../run/settings/values.ts'
import { refuseInsideLoop } from '../run/steer/inside-turn.ts'
import { nodeDisk } from '../system/disk.ts'
import { ownIdentity } from '../system/process-table.ts'
import type { Environment } from '../system/shell.ts'
import type { PlanEvent } from './events.ts'
import { unfinishedPlan } from './find-plan.ts'
import { refuseDirty } from './merge/target.ts'
import type { PlanState } from './plan-state.ts'
import { createPlan } from './plan-store.ts'
import { agreeOnTasks, preparePlan } from './prepare.ts'
import { refuseBrokenGate } from './refuse-broken-gate.ts'
import { drivePlan } from './run-plan.ts'
import { now } from './session.ts'

export interface RunPlanOptions {
  /** The list of tasks: a file. */
  readonly list: string
  /** The directory in which the loops work; the process's own by default. */
  readonly cwd?: string
  readonly env?: Environment
  /** How many loops run at once; 1 by default. */
  readonly jobs?: number
  /** Ids of the tasks to work on; all open ones by default. */
  readonly only?: readonly string[]
  /** The branch to merge into; the current one by default. */
  readonly into?: string
  /** What every merged result must keep; no new test failures by default. */
  readonly gate?: string
  /** Settings of the loops, by the names of their flags: `{ agent: 'claude', 'max-iterations': '5' }`. */
  readonly settings?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  readonly onEvent?: (event: PlanEvent, state: PlanState) => void
  readonly onWarning?: (message: string) => void
}

/**
 * Works through a list of tasks and merges what is verified. Continues the unfinished plan of the list, if there is one. Tasks whose
 * criterion only a person can judge are left out. Nobody is asked anything.
 */
export async function runPlan(options: RunPlanOptions): Promise<PlanState> {
  const { list, cwd = process.cwd(), env = { ...process.env }, settings = {}, jobs = 1 } = options
  const { signal = new AbortController().signal, onEvent, onWarning } = options
  const given = settings as Given
  const warn = (line: string): void => onWarning?.(line)
  const context = { cwd, env, given, signal, err: warn, person: { show: () => {} } }
  await refuseInsideLoop(env)
  const { values } = await trustedSettings(context)
  const place = { disk: nodeDisk('private'), layout: await layoutHere(context) }
  const parts = { ...place, env, self: ownIdentity(), signal, emit: onEvent ?? (() => {}), note: warn }
  const known = await unfinishedPlan(place, resolve(cwd, list))
  const spec =
    known?.spec ??
    (await preparePlan(context, {
      list: { path: list },
      only: options.only ?? null,
      into: options.into ?? null,
      gate: options.gate ?? null,
      completion: values.completion,
      limits: {},
    }))
  await refuseDirty(spec, env)
  if (known === null) {
    const tasks = await agreeOnTasks(spec.tasks, context, { unasked: true })
    await refuseBrokenGate(spec, context)
    await createPlan(place, { ...spec, tasks }, now())
  }
  const resumed = { given: { ...spec.given, ...settings }, limits: spec.limits, tasks: [], again: options.only ?? [] }
  return await drivePlan(parts, spec.id, { jobs, ...resumed })
}
