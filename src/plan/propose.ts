import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Criterion, leavesOf, startsGreen } from '../criteria/criterion.ts'
import { describeCriterion } from '../criteria/describe.ts'
import { isOnlyQuestion } from '../criteria/request/question.ts'
import { inferCompletion } from '../infer/infer.ts'
import { inferenceYaml } from '../infer/proposal-yaml.ts'
import { readCriterion } from '../infer/read-criterion.ts'
import { readProject } from '../infer/read-project.ts'
import { nearest } from '../std/nearest.ts'
import { acceptanceReader, type MeasuredAcceptance, withDemands, withoutLines } from './acceptance.ts'
import type { ListedTask, TaskList } from './lists/task-list.ts'
import { behindOthers, cycleIn } from './order.ts'
import type { PlannedTask } from './planned-task.ts'
import { planProblem } from './problems.ts'

interface Proposing {
  readonly cwd: string
  /** Ids of the tasks that are wanted; all open ones when null. */
  readonly only: readonly string[] | null
  /** The criterion of tasks that have none of their own; null when it has to be inferred. */
  readonly completion: string | null
}

/** The open tasks of a list, each with a criterion or with the reason why there is none. */
export async function proposeTasks(
  list: TaskList,
  { cwd, only, completion }: Proposing,
): Promise<readonly PlannedTask[]> {
  refuseUnknown(list.tasks, only)
  const cycle = cycleIn(list.tasks)
  if (cycle) throw planProblem('task-cycle', { ids: cycle })
  const open = list.tasks.filter(({ id, done }) => !done && (only === null || only.includes(id)))
  const listed = open.map(task => ({
    ...task,
    paths: task.paths.length > 0 ? task.paths : pathsNamedIn(task.task, cwd),
  }))
  const behind = behindOthers(listed)
  const isOpen = (id: string): boolean => list.tasks.some(task => task.id === id && !task.done)
  const planned: PlannedTask[] = []
  const measured = acceptanceReader(cwd)
  for (const task of listed) {
    const until = task.until ?? completion
    const proposed = await proposal({ ...task, until }, await measured(until === null ? task.acceptance : []), cwd)
    const missing = task.after.find(id => isOpen(id) && !open.some(other => other.id === id))
    planned.push({
      ...proposed,
      ...(missing === undefined ? {} : notSelected(missing)),
      id: task.id,
      title: task.title,
      task: task.task,
      after: task.after.filter(isOpen),
      behind: behind.get(task.id) ?? [],
      agent: task.agent,
      race: task.race,
      limits: task.limits,
      paths: task.paths,
    })
  }
  return planned
}

function refuseUnknown(tasks: readonly ListedTask[], only: readonly string[] | null): void {
  const ids = tasks.map(({ id }) => id)
  const unknown = only?.find(id => !ids.includes(id))
  if (unknown !== undefined) throw planProblem('unknown-task', { task: unknown, near: nearest(unknown, ids), ids })
  for (const { id, after } of tasks) {
    const missing = after.find(other => !ids.includes(other))
    const others = ids.filter(other => other !== id)
    if (missing !== undefined)
      throw planProblem('unknown-after', { task: id, after: missing, near: nearest(missing, others), ids: others })
  }
}

/** Files of the project that the text names. */
const pathsNamedIn = (text: string, cwd: string): readonly string[] =>
  [...new Set(text.match(/[\w@.-]+(?:\/[\w@.-]+)*\.\w+|[\w@.-]+(?:\/[\w@.-]+)+/g) ?? [])].filter(
    path => !path.includes('..') && existsSync(join(cwd, path)),
  )

type Proposed = Omit<PlannedTask, 'id' | 'title' | 'task' | 'after' | 'behind' | 'agent' | 'race' | 'limits' | 'paths'>

const NOTHING_PROPOSED: Proposed = {
  criterion: null,
  criterionSays: '',
  confidence: 'none',
  needsPerson: false,
  refused: null,
  expectNow: 'either',
  taskClass: null,
  rationale: [],
  proposalYaml: null,
  iterations: null,
}

const refused = (because: string, suggestions: readonly string[]): Proposed => ({
  ...NOTHING_PROPOSED,
  refused: { because, suggestions },
})

const notSelected = (id: string): Proposed =>
  refused(`It comes after ${id}, which is open and was not selected.`, [`--only with ${id} as well`])

async function proposal({ task, until }: ListedTask, accepted: MeasuredAcceptance, cwd: string): Promise<Proposed> {
  if (until !== null) return await given(until, cwd)
  if (isOnlyQuestion(task)) return refused('It is a question, not a change to the project.', [UNTIL])
  const rest = await inferred(withoutLines(task, accepted.sentences), cwd)
  const inference = rest.kind === 'refused' && accepted.sentences.length > 0 ? await inferred(task, cwd) : rest
  if (inference.kind === 'refused') {
    const { because, try: suggestions } = inference.refused
    return refused(because, untilIn(suggestions))
  }
  const { proposal: found, done } = inference
  const criterion = withDemands(done, accepted.criteria)
  return {
    criterion,
    criterionSays: criterion === done ? found.criterion : describeCriterion(criterion),
    confidence: found.confidence,
    needsPerson: found.needs_human_confirmation,
    refused: null,
    expectNow: criterion === done || found.expect_now === 'failing' ? found.expect_now : 'either',
    taskClass: found.class,
    rationale: found.rationale,
    proposalYaml: `${inferenceYaml(inference)}\n`,
    iterations: found.max_iterations_suggestion,
  }
}

const inferred = async (task: string, cwd: string) => inferCompletion(task, await readProject(cwd, task))

const UNTIL = 'until: npm test'

/** Suggestions are flags of `run`; in a list they are keys. */
function untilIn(suggestions: readonly string[]): readonly string[] {
  const found = suggestions.flatMap(each =>
    each.startsWith('--completion ') ? [each.replace('--completion', 'until:')] : [],
  )
  return found.length > 0 ? found : [UNTIL]
}

async function given(until: string, cwd: string): Promise<Proposed> {
  const parsed = await readCriterion(until, cwd)
  if (!parsed.ok) return refused(`${parsed.error.message}.`, [parsed.error.hint])
  const { criterion, warnings } = parsed.value
  const idle = warnings.find(({ code }) => code === 'cannot_fail')
  if (idle && leavesOf(criterion).length === 1) return refused(idle.says, [UNTIL])
  return {
    ...NOTHING_PROPOSED,
    criterion,
    criterionSays: describeCriterion(criterion),
    confidence: 'given',
    expectNow: startsGreen(criterion) ? 'passing' : 'failing',
  }
}

/** What every merged result must keep: the given criterion, or no new test failures where the project has tests. */
export async function regressionGate(text: string | null, cwd: string): Promise<Criterion | null> {
  const parsed = await readCriterion(text ?? 'no new test failures', cwd)
  if (parsed.ok) return parsed.value.criterion
  if (text === null) return null
  throw planProblem('gate-unmeasurable', { message: parsed.error.message, hint: parsed.error.hint })
}
