import { relative } from 'node:path'
import type { AgentConfig } from '../agents/config.ts'
import { allOf, type Criterion, commandsOf, leavesOf } from '../criteria/criterion.ts'
import { describeCriterion } from '../criteria/describe.ts'
import { chooseEntrants } from '../run/race/entrants.ts'
import { chooseAgents } from '../run/request/choose-agents.ts'
import { loopToReach } from '../run/request/loop-request.ts'
import type { RunRequest } from '../run/run-request.ts'
import { loadSettings } from '../run/settings/load.ts'
import type { Given } from '../run/settings/values.ts'
import { shellQuote } from '../tools/shell/shell-quote.ts'
import { limitsLeft } from './plan-limits.ts'
import type { PlanState, TaskState } from './plan-state.ts'
import { loopOf, type PlanSession, taskOf } from './session.ts'

/** What `run` would be started with for a task. */
async function settingsFor({ parts, plan }: PlanSession, state: TaskState) {
  const { spec } = plan.state()
  const given = givenFor(spec.given as Given, state)
  const settings = await loadSettings(given, parts.env, spec.tree)
  const person = { show: () => {} }
  return {
    settings,
    context: { cwd: spec.workspace, env: parts.env, given, signal: parts.signal, err: () => {}, person },
  }
}

/** Whether several agents work on a task at once. A result that came back stays with the agent that won. */
const isRace = (given: Given, { back }: TaskState): boolean =>
  back === null && (given.race !== undefined || given['race-cmd'] !== undefined)

/** The agents that race for a task; empty when one agent works on it. */
export async function racersFor(session: PlanSession, id: string): Promise<readonly AgentConfig[]> {
  const state = taskOf(session, id)
  if (!isRace(givenFor(session.plan.state().spec.given as Given, state), state)) return []
  const { context, settings } = await settingsFor(session, state)
  return (await chooseEntrants(context, settings)).map(({ agent }) => agent)
}

/** The loop of a task, as `run` would be asked for it. `racer`: its agent in a race. */
export async function requestFor(session: PlanSession, id: string, racer: AgentConfig | null): Promise<RunRequest> {
  const { plan } = session
  const state = taskOf(session, id)
  const { task } = state
  const { context, settings } = await settingsFor(session, state)
  const won = state.back === null || state.lost.length === 0 ? null : await winnerOf(session, state)
  const agents = racer !== null ? ([racer] as const) : (won ?? (await chooseAgents(context, settings)))
  const request = await loopToReach(context, taskText(plan.state(), state), settings, {
    criterion: criterionFor(plan.state(), state),
    expectNow: state.back === null ? task.expectNow : 'either',
    ...(task.taskClass === null ? {} : { taskClass: task.taskClass }),
    ...(task.proposalYaml === null ? {} : { proposal: { yaml: task.proposalYaml, rationale: task.rationale } }),
    iterations: task.iterations,
  })
  return { ...request, agents, limits: limitsLeft(plan.state(), request.limits ?? {}) }
}

/** What the list says about a task comes before what was given for all. */
function givenFor(given: Given, { task }: TaskState): Given {
  const { 'agent-cmd': _, agent: __, race: ___, 'race-cmd': ____, ...others } = given
  const { race = [], agent } = task
  const own: Given | null = race.length > 0 ? { race: race.join(',') } : agent === null ? null : { agent }
  return { ...(own === null ? given : { ...others, ...own }), ...(task.limits as Given) }
}

/** The agent whose result came back. */
async function winnerOf(session: PlanSession, { loops }: TaskState): Promise<RunRequest['agents'] | null> {
  const loop = await loopOf(session, loops.at(-1) ?? '')
  return loop && [loop.spec.agent, ...loop.spec.otherAgents]
}

/** The task's own criterion, the gate unless that is part of it, and what its last result broke. */
function criterionFor(state: PlanState, { task, back }: TaskState): Criterion {
  const own = proofCriterion(state, task.criterion)
  if (back?.because === 'breaks_merged') return allOf([own, ...mergedCriteria(state, own)])
  if (back === null || back.because === 'red' || back.files.length === 0) return own
  return allOf([own, noMarkers(back.files)])
}

/** What is verified on the branch: the criterion and the gate of the plan. */
export function proofCriterion({ spec }: PlanState, own: Criterion | null): Criterion {
  if (own === null) throw new Error('a task without a criterion is refused')
  const covered = spec.gate === null || commandsOf(spec.gate).every(command => demands(own, command))
  return covered || spec.gate === null ? own : allOf([own, asGate(spec.gate)])
}

/** What is not met says that it is the gate's, because the task does not mention it. */
function asGate(gate: Criterion): Criterion {
  if (gate.kind === 'all_of') return { ...gate, parts: gate.parts.map(asGate) }
  return 'said' in gate ? { ...gate, said: `the gate of the plan (${describeCriterion(gate)})` } : gate
}

/** Whether a criterion demands success of a command, and not only of a part of its output. */
const demands = (criterion: Criterion, command: string): boolean =>
  (criterion.kind === 'all_of' ? criterion.parts : [criterion]).some(
    part => part.kind === 'exit_code' && part.expect === 0 && part.command === command,
  )

/** The criteria of merged tasks that can be run again at any time, without what is part of this one. */
export function mergedCriteria(state: PlanState, except: Criterion): readonly Criterion[] {
  const known = new Set((except.kind === 'all_of' ? except.parts : [except]).map(part => JSON.stringify(part)))
  const merged = state.merged.flatMap(id => state.tasks.find(({ task }) => task.id === id)?.task.criterion ?? [])
  return merged.filter(criterion => {
    const text = JSON.stringify(criterion)
    if (known.has(text) || !isLasting(criterion)) return false
    known.add(text)
    return true
  })
}

/** It compares with no earlier state of the tree. */
export const isLasting = (criterion: Criterion): boolean =>
  leavesOf(criterion).every(
    leaf =>
      leaf.kind !== 'changed' &&
      leaf.kind !== 'no_new_failures' &&
      !(leaf.kind === 'output_threshold' && leaf.value === 'baseline'),
  )

const noMarkers = (files: readonly string[]): Criterion => ({
  kind: 'exit_code',
  command: `! grep -nsE '^(<<<<<<<|>>>>>>>)( |$)' -- ${files.map(shellQuote).join(' ')}`,
  expect: 0,
  said: 'no conflict markers are left',
})

/** The task as its author wrote it and, when its result came back, why and what to do now. */
function taskText(state: PlanState, { task, back }: TaskState): string {
  if (back === null) return task.task
  const where = relative(state.spec.tree, state.spec.workspace)
  const meanwhile = state.merged.flatMap(id => state.tasks.find(each => each.task.id === id)?.task.title ?? [])
  return [
    task.task,
    '',
    `Your earlier work on this task could not be merged: ${back.says}`,
    'It is in this working tree already, on top of the current branch, and uncommitted. Do not start over.',
    ...(back.because === 'conflict'
      ? [
          `Resolve the conflict markers in ${back.files.join(', ')}${where === '' ? '' : ' (paths from the root of the repository)'}, and keep what both sides do.`,
        ]
      : ['Change it so that everything passes together with what was merged meanwhile.']),
    ...(meanwhile.length === 0 ? [] : ['', 'Merged meanwhile:', ...meanwhile.map(title => `- ${title}`)]),
    ...(back.details === '' ? [] : ['', 'Details:', back.details]),
  ].join('\n')
}
