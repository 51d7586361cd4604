import { resolve } from 'node:path'
import * as z from 'zod'
import { planDocument, proposalDocument } from '../../plan/documents.ts'
import type { PlanSpec } from '../../plan/events.ts'
import { latestPlan, unfinishedPlan } from '../../plan/find-plan.ts'
import { runPlan } from '../../plan/library.ts'
import { orderPause } from '../../plan/plan-orders.ts'
import { preparePlan } from '../../plan/prepare.ts'
import { planProblem } from '../../plan/problems.ts'
import { layoutHere } from '../../run/request/overview.ts'
import { sha256 } from '../../system/blobs.ts'
import { nodeDisk } from '../../system/disk.ts'
import { askPerson } from './ask-person.ts'
import { CWD } from './criterion-tools.ts'
import { acted, answered, contextFor, type McpContext, progressOf, structured } from './mcp-context.ts'
import { givenIn, settingArguments } from './setting-arguments.ts'

const LIST = z.string().describe('a file with tasks, such as PLAN.md or prd.json')
const PLAN = z.looseObject({ plan: z.string().optional(), tasks: z.array(z.looseObject({ id: z.string() })) })
const SETTINGS = ['agent', 'max-iterations', 'max-cost'] as const

/** Tools that show and run plans. */
export function registerPlanTools(mcp: McpContext): void {
  registerPropose(mcp)
  registerPlanStatus(mcp)
  registerRun(mcp)
  registerPlanPause(mcp)
}

const NO_REQUEST = { only: null, into: null, gate: null, completion: null, limits: {} }

function registerPropose(mcp: McpContext): void {
  mcp.server.registerTool(
    'plan_propose',
    {
      description:
        'Reads a list of tasks and shows their order, a criterion for each, and which ones no command can measure. Starts nothing.',
      inputSchema: z.object({ list: LIST, cwd: CWD }),
      outputSchema: PLAN,
      annotations: { readOnlyHint: true },
    },
    ({ list, cwd }) =>
      answered(async () => {
        const spec = await preparePlan(contextFor(mcp, { cwd }), { list: { path: list }, ...NO_REQUEST })
        return structured({ gate: spec.gateSays, tasks: proposalDocument(spec.tasks), digest: digestOf(spec) })
      }),
  )
}

/** Everything that a plan would run: it names what a person or an assistant has seen. */
const digestOf = ({ gateSays, tasks }: Pick<PlanSpec, 'gateSays' | 'tasks'>): string =>
  sha256(JSON.stringify([gateSays, proposalDocument(tasks)])).slice(0, 16)

/** The question names every command that the list brings along, because a clone may contain the list. */
const question = ({ gateSays, tasks }: PlanSpec, list: string, jobs: number): string =>
  [
    `Work through ${list} with ${jobs} at once, and merge verified results? These commands run:`,
    ...tasks.map(({ id, criterionSays, refused }) => `- ${id}: ${refused === null ? criterionSays : 'skipped'}`),
    `- every merged result: ${gateSays}`,
  ]
    .map(line => line.replace(/\p{Cc}/gu, ' '))
    .join('\n')

const placeOf = async (context: ReturnType<typeof contextFor>) => ({
  disk: nodeDisk('private'),
  layout: await layoutHere(context),
})

function registerPlanStatus(mcp: McpContext): void {
  mcp.server.registerTool(
    'plan_status',
    {
      description: 'Shows the latest plan of this project: its tasks and their state.',
      inputSchema: z.object({ cwd: CWD }),
      outputSchema: PLAN,
      annotations: { readOnlyHint: true },
    },
    ({ cwd }) =>
      answered(async () => {
        const plan = await latestPlan(await placeOf(contextFor(mcp, { cwd })))
        if (plan === null) throw planProblem('no-plan', {})
        return structured(planDocument(plan))
      }),
  )
}

function registerRun(mcp: McpContext): void {
  mcp.server.registerTool(
    'plan_run',
    {
      description:
        'Works through a list of tasks with separate agents and merges verified results. The call returns when the plan ends. Use it only when the person asked for it. Skips tasks whose criterion a person must confirm.',
      inputSchema: z.object({
        list: LIST,
        jobs: z.number().int().positive().max(99).optional(),
        digest: z.string().optional().describe('the digest of plan_propose; needed if you cannot ask the person'),
        ...settingArguments(SETTINGS),
        cwd: CWD,
      }),
      outputSchema: PLAN,
      annotations: { destructiveHint: true },
    },
    ({ list, jobs = 1, digest, cwd, ...rest }, ctx) =>
      acted(mcp, async () => {
        const context = contextFor(mcp, { cwd }, ctx.mcpReq.signal)
        const { env, cwd: directory, signal } = context
        const known = await unfinishedPlan(await placeOf(context), resolve(directory, list))
        const spec = known?.spec ?? (await preparePlan(context, { list: { path: list }, ...NO_REQUEST }))
        const asked = askPerson(mcp, ctx, question(spec, list, jobs))
        if (asked !== null && typeof asked === 'object') return asked.ask
        if (asked === false) return structured({ tasks: [], status: 'declined' })
        if (asked === null && known === null && digest !== digestOf(spec)) throw planProblem('plan-unseen', {})
        const progress = progressOf(ctx)
        const settings = givenIn(SETTINGS, rest) as Readonly<Record<string, string>>
        const onEvent: Parameters<typeof runPlan>[0]['onEvent'] = event =>
          progress('task' in event ? `${event.kind} ${event.task}` : event.kind)
        return structured(planDocument(await runPlan({ list, cwd: directory, env, jobs, settings, signal, onEvent })))
      }),
  )
}

function registerPlanPause(mcp: McpContext): void {
  mcp.server.registerTool(
    'plan_pause',
    {
      description: 'Pauses the plan that runs in this project after the current turns.',
      inputSchema: z.object({ cwd: CWD }),
      outputSchema: z.looseObject({ plan: z.string() }),
    },
    ({ cwd }) =>
      acted(mcp, async () => {
        const place = await placeOf(contextFor(mcp, { cwd }))
        const plan = await latestPlan(place)
        if (plan === null) throw planProblem('no-plan', {})
        await orderPause(place, plan.spec.id)
        return structured({ plan: plan.spec.id, became: 'pausing' })
      }),
  )
}
