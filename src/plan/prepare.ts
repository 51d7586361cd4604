import { randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { describeCriterion } from '../criteria/describe.ts'
import type { RequestContext } from '../run/request/context.ts'
import { type Given, readSetting } from '../run/settings/values.ts'
import { gitPrograms } from '../system/git-programs.ts'
import { newNonce } from '../system/shell.ts'
import { treeOf } from '../system/tree.ts'
import { plural } from '../tools/reading/totals.ts'
import type { PlanLimits, PlanSpec } from './events.ts'
import { readList } from './lists/read-list.ts'
import { idFrom, type TaskList } from './lists/task-list.ts'
import { targetBranch, trackedPath } from './merge/target.ts'
import type { PlannedTask } from './planned-task.ts'
import { planProblem } from './problems.ts'
import { proposeTasks, regressionGate } from './propose.ts'

export interface PlanRequest {
  /** The list: a path, or its text from standard input. */
  readonly list: { readonly path: string } | { readonly text: string }
  readonly only: readonly string[] | null
  /** The branch to merge into; the current one when null. */
  readonly into: string | null
  readonly gate: string | null
  /** The criterion of tasks that have none of their own. */
  readonly completion: string | null
  /** Limits of the whole plan, as settings; they come before those of the list. */
  readonly limits: Given
}

type Here = Pick<RequestContext, 'cwd' | 'env' | 'given'>

const isFolder = (path: string | null): boolean =>
  path !== null && (statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false)

export async function loadList(
  list: PlanRequest['list'],
  cwd: string,
): Promise<TaskList & { readonly path: string | null }> {
  const path = 'path' in list ? resolve(cwd, list.path) : null
  const text = 'text' in list ? list.text : await readFile(resolve(cwd, list.path), 'utf8').catch(() => null)
  if (text === null) throw planProblem(isFolder(path) ? 'list-folder' : 'list-missing', { path: path ?? '' })
  const read = readList(text, path)
  if (!read.ok)
    throw planProblem('list-unreadable', { path: path === null ? 'Standard input' : path, because: read.error })
  return { ...read.value, path }
}

/** Everything about a plan that can be known before a person agrees. Starts nothing and writes nothing. */
export async function preparePlan({ cwd, env, given }: Here, request: PlanRequest): Promise<PlanSpec> {
  const tree = treeOf(cwd)
  const list = await loadList(request.list, cwd)
  const onto = await targetBranch(tree, request.into, env)
  const gate = await regressionGate(request.gate ?? list.gate, cwd)
  const { only, completion } = request
  const name = list.path === null ? 'stdin' : basename(list.path)
  return {
    id: `plan-${idFrom(name)}-${randomBytes(4).toString('hex')}`,
    tree,
    workspace: cwd,
    source:
      list.path === null
        ? null
        : { path: list.path, format: list.format, tracked: await trackedPath(tree, list.path, env) },
    onto,
    gate,
    gateSays: gate === null ? 'none' : describeCriterion(gate),
    tasks: await proposeTasks(list, { cwd, only, completion }),
    given: given as Readonly<Record<string, string>>,
    limits: planLimits({ ...list.limits, ...request.limits }),
    programs: await gitPrograms(tree, env),
    nonce: newNonce(),
  }
}

export const planLimits = (given: Given): PlanLimits => ({
  turns: given['max-iterations'] === undefined ? null : readSetting('max-iterations', given['max-iterations']),
  ms: given.timeout === undefined ? null : readSetting('timeout', given.timeout),
  tokens: given['max-tokens'] === undefined ? null : readSetting('max-tokens', given['max-tokens']),
  usd: given['max-cost'] === undefined ? null : readSetting('max-cost', given['max-cost']),
})

/**
 * Asks a person once about all tasks. With `unasked`, tasks whose criterion only a person can judge are left out. Throws a
 * `UsageError` when nothing is left, or nobody agreed.
 */
export async function agreeOnTasks(
  tasks: readonly PlannedTask[],
  { person }: Pick<RequestContext, 'person'>,
  { unasked }: { readonly unasked: boolean },
): Promise<readonly PlannedTask[]> {
  const settled = unasked ? tasks.map(withoutPerson) : tasks
  const measurable = settled.filter(({ refused }) => refused === null)
  if (measurable.length === 0) throw planProblem('nothing-measurable', { count: settled.length })
  if (unasked) return settled
  if (!person.confirm) throw planProblem('plan-no-terminal', {})
  const rest = settled.length - measurable.length
  const left =
    rest === 0 ? '' : ` (${plural(rest, 'task')} cannot be measured and ${rest === 1 ? 'is' : 'are'} left out)`
  if (await person.confirm(`Agree to these criteria for ${plural(measurable.length, 'task')}?${left}`)) return settled
  throw planProblem('plan-declined', {})
}

function withoutPerson(task: PlannedTask): PlannedTask {
  if (!task.needsPerson) return task
  const because = `Only a person can decide whether "${task.criterionSays}" measures this task.`
  return { ...task, criterion: null, refused: { because, suggestions: [`until: ${task.criterionSays}`] } }
}
