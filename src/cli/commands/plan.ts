import { resolve } from 'node:path'
import { proposalDocument } from '../../plan/documents.ts'
import type { PlanSpec } from '../../plan/events.ts'
import { unfinishedPlan } from '../../plan/find-plan.ts'
import { createPlan, type PlanPlace } from '../../plan/plan-store.ts'
import { agreeOnTasks, type PlanRequest, planLimits, preparePlan } from '../../plan/prepare.ts'
import { planProblem } from '../../plan/problems.ts'
import type { LoopsElsewhere } from '../../run/move/loops-elsewhere.ts'
import { chooseEntrants } from '../../run/race/entrants.ts'
import { layoutHere } from '../../run/request/overview.ts'
import { trustedSettings } from '../../run/request/trusted-settings.ts'
import type { Settings } from '../../run/settings/load.ts'
import { SETTING_NAMES, type SettingName } from '../../run/settings/settings.ts'
import type { Given } from '../../run/settings/values.ts'
import { refuseInsideLoop } from '../../run/steer/inside-turn.ts'
import { EXIT } from '../../std/exit-codes.ts'
import { nodeDisk } from '../../system/disk.ts'
import { argumentProblem } from '../argument-problems.ts'
import type { Command, CommandContext } from '../command.ts'
import { dropTask, pausePlan, showPlan } from '../plan-control.ts'
import { proposalRows, suggestionLines } from '../plan-rows.ts'
import { continuePlan, runNewPlan } from '../plan-run.ts'
import { refuseCombined } from '../race-run.ts'
import { safeLine } from '../safe-text.ts'
import { foldLines } from '../view/fold-lines.ts'

const USAGE = 'agent-loop plan <file> | plan run [<file>] | plan resume | plan pause | plan status | plan drop <task>'

/** A plan runs in worktrees, and merges and commits by itself. */
const NOT_FOR_PLANS: readonly SettingName[] = [
  ...(['worktree', 'loop-id', 'external', 'max-loops', 'no-infer-completion', 'infer-with'] as const),
  ...(['commit', 'push', 'remote', 'pr', 'pr-cmd'] as const),
]

export const plan: Command = {
  summary:
    'Works through a list of tasks: shows a criterion for each, then runs a loop for each in its own worktree and merges verified results. The file name - means standard input.',
  usage: USAGE,
  settings: SETTING_NAMES.filter(name => !NOT_FOR_PLANS.includes(name)),
  flags: {
    only: {
      takes: 'text',
      placeholder: 'IDS',
      says: 'only these tasks, by id, separated by commas; tasks that failed are tried again',
    },
    jobs: { takes: 'text', placeholder: 'N', says: 'how many loops run at once (default: 1)' },
    into: {
      takes: 'text',
      placeholder: 'BRANCH',
      says: 'merge into this branch (default: the current one); never pushed',
    },
    gate: {
      takes: 'text',
      placeholder: 'CRITERION',
      says: 'a criterion that every merged result must meet (default: no new test failures)',
    },
    'plan-turns': { takes: 'text', placeholder: 'N', says: 'maximum number of turns of all tasks together' },
    'plan-time': { takes: 'text', placeholder: 'TIME', says: 'maximum time of the whole plan' },
    'plan-tokens': { takes: 'text', placeholder: 'N', says: 'maximum number of tokens of all tasks together' },
    'plan-cost': { takes: 'text', placeholder: 'USD', says: 'maximum cost of all tasks together' },
  },

  async run(context) {
    const [first, second, third] = context.positionals
    const isVerb = first !== undefined && first in VERBS
    const extra = isVerb ? third : second
    if (extra !== undefined) throw argumentProblem('unexpected-argument', { argument: extra, usage: USAGE })
    if (first === undefined)
      throw argumentProblem('unknown-action', { expected: ['<file>', ...Object.keys(VERBS)], usage: USAGE })
    const place = { disk: nodeDisk('private'), layout: await layoutHere(context) }
    return isVerb ? await (VERBS[first] as Verb)(context, place, second) : await propose(context, place, first)
  },
}

type Verb = (context: CommandContext, place: PlanPlace, argument: string | undefined) => Promise<number>

const VERBS: Readonly<Record<string, Verb>> = {
  run: runList,
  resume: (context, place) => runList(context, place, undefined),
  pause: pausePlan,
  status: showPlan,
  drop: dropTask,
}

/** `plan <file>`: shows the plan and, when a person agrees, keeps it for `plan run`. */
async function propose(context: CommandContext, place: PlanPlace, file: string): Promise<number> {
  const { values } = await trustedSettings(context)
  const spec = await preparePlan(context, await requestFrom(context, file, values.completion))
  await showProposal(context, spec)
  const rest = shownCode(spec)
  const unasked = values['auto-criteria']
  if (values['dry-run'] || (!unasked && !context.person.confirm) || spec.tasks.length === 0) return rest
  const tasks = await agreeOnTasks(spec.tasks, context, { unasked })
  await refuseInsideLoop(context.env)
  await createPlan(place, { ...spec, tasks }, new Date().toISOString())
  if (!context.json) context.out(`Agreed. Run it: agent-loop plan run ${file === '-' ? '' : file}`.trimEnd())
  return rest
}

const shownCode = ({ tasks }: PlanSpec): number =>
  tasks.some(({ refused }) => refused !== null) ? EXIT.noCriterion : EXIT.verified

async function showProposal(context: CommandContext, spec: PlanSpec): Promise<void> {
  const { tasks, gateSays, onto } = spec
  if (context.json)
    return context.out(
      JSON.stringify({ into: onto.replace('refs/heads/', ''), gate: gateSays, tasks: proposalDocument(tasks) }),
    )
  if (tasks.length === 0) return context.out('Every task of this list is done.')
  const lines = [
    ...proposalRows(tasks, context.columns()),
    '',
    `Verified results are merged into ${onto.replace('refs/heads/', '')}.${spec.gate === null ? '' : ` Each must meet: ${safeLine(gateSays)}`}`,
    ...suggestionLines(tasks),
  ]
  for (const line of await foldLines(lines, context)) context.out(line)
}

/** `plan run`: continues the unfinished plan of the list, or starts a new one. */
async function runList(asked: CommandContext, place: PlanPlace, file: string | undefined): Promise<number> {
  await refuseInsideLoop(asked.env)
  const settings = await trustedSettings(asked)
  const { fleet } = settings.values
  if (fleet === null || settings.values['dry-run']) return await runHere(asked, place, file, settings)
  const { withPlanFleet } = await import('../plan-fleet.ts')
  return await withPlanFleet(asked, fleet, settings.values, (context, elsewhere) =>
    runHere(context, place, file, settings, elsewhere),
  )
}

async function runHere(
  context: CommandContext,
  place: PlanPlace,
  file: string | undefined,
  settings: Settings,
  elsewhere?: LoopsElsewhere,
): Promise<number> {
  const { values } = settings
  if (context.given.race !== undefined || context.given['race-cmd'] !== undefined) {
    refuseCombined(context, USAGE)
    await chooseEntrants(context, settings)
  }
  const known = await unfinishedPlan(place, file === undefined || file === '-' ? null : resolve(context.cwd, file))
  const asked = { jobs: jobsFrom(context), only: onlyFrom(context), limits: limitsFrom(context), elsewhere }
  if (known === null && file === undefined) throw planProblem('no-unfinished-plan', {})
  const isNew = known === null || file === '-'
  if (!isNew) return await continuePlan(context, place, known, { ...asked, values, listed: file !== undefined })
  const spec = await preparePlan(context, await requestFrom(context, file ?? '-', values.completion))
  if (!context.json || values['dry-run']) await showProposal(context, spec)
  if (values['dry-run']) return shownCode(spec)
  if (spec.tasks.length === 0) return EXIT.verified
  return await runNewPlan(context, place, spec, { ...asked, unasked: values['auto-criteria'] })
}

const onlyFrom = ({ flags }: CommandContext): readonly string[] | null =>
  flags
    .text('only')
    ?.split(/[,\s]+/)
    .filter(id => id !== '') ?? null

function jobsFrom({ flags }: CommandContext): number {
  const text = flags.text('jobs') ?? '1'
  if (!/^[1-9]\d?$/.test(text)) throw argumentProblem('flag-invalid', { flag: '--jobs', must: 'a number from 1 to 99' })
  return Number(text)
}

function limitsFrom({ flags }: CommandContext): Given {
  const given = {
    'max-iterations': flags.text('plan-turns'),
    timeout: flags.text('plan-time'),
    'max-tokens': flags.text('plan-tokens'),
    'max-cost': flags.text('plan-cost'),
  }
  const limits = Object.fromEntries(
    Object.entries(given).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])),
  )
  planLimits(limits)
  return limits
}

async function requestFrom(context: CommandContext, file: string, completion: string | null): Promise<PlanRequest> {
  const { flags } = context
  return {
    list: file === '-' ? { text: await standardInput() } : { path: file },
    only: onlyFrom(context),
    into: flags.text('into') ?? null,
    gate: flags.text('gate') ?? null,
    completion,
    limits: limitsFrom(context),
  }
}

async function standardInput(): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString()
}
