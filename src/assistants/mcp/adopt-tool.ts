import type { CallToolResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { inferCompletion } from '../../infer/infer.ts'
import { documentOf } from '../../infer/proposal.ts'
import { readProject } from '../../infer/read-project.ts'
import { describeOutcome } from '../../loop/outcome.ts'
import type { LoopState } from '../../loop/state.ts'
import type { Host } from '../../run/adopt.ts'
import { type AgentLoop, createAgentLoop } from '../../run/agent-loop.ts'
import type { CommandContext } from '../../run/request/command.ts'
import { givenSettings } from '../../run/request/loop-flags.ts'
import { loopAskedFor } from '../../run/request/loop-request.ts'
import { loadSettings } from '../../run/settings/load.ts'
import { treeOf } from '../../system/tree.ts'
import { askPerson } from './ask-person.ts'
import { CWD, PROPOSAL } from './criterion-tools.ts'
import { answered, type McpContext, progressOf, structured, typed } from './desk.ts'

const ASKED = z.object({
  task: z.string(),
  completion: z.string().optional().describe("what done means, in the person's words; inferred when not given"),
  max_iterations: z.number().int().positive().optional(),
  timeout: z.string().optional().describe('time at most for turns and checks together, as in 45m'),
  session: z.string().optional().describe('the id of this session, as its Stop hook is told'),
  cwd: CWD,
})

export const ADOPTED = z.looseObject({
  loop_id: z.string().optional(),
  status: z.string(),
  ended: z.string().nullable().optional(),
  prompt: z.string().nullable().optional(),
  proposed_completion: PROPOSAL,
})

export function registerAdoptTool(desk: McpContext): void {
  desk.server.registerTool(
    'loop_adopt',
    {
      description:
        'Begins a loop whose turns this session takes: the Stop hook of agent-loop verifies the work each time the session stops, and lets it go when the criterion holds or a limit is reached. Without completion a criterion is inferred; one that needs a person is returned to be confirmed, and nothing is begun.',
      inputSchema: ASKED,
      outputSchema: ADOPTED,
    },
    (asked, ctx) => answered(() => adoptFor(desk, asked, ctx)),
  )
}

async function adoptFor(
  desk: McpContext,
  { task, completion, max_iterations, timeout, session, cwd }: z.infer<typeof ASKED>,
  ctx: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  const limits = { 'max-iterations': max_iterations?.toString(), timeout }
  if (completion === undefined) {
    const unsettled = await settleCriterion(desk, { task, cwd }, ctx)
    if (unsettled) return unsettled
  }
  const flags = { completion, 'auto-criteria': completion === undefined, ...limits }
  const context = typed(desk, { cwd, positionals: [task], flags }, ctx.mcpReq.signal)
  const settings = await loadSettings(givenSettings(context.flags), context.env, treeOf(context.cwd))
  const loops = loopsOf(context, settings.stateDirectory, progressOf(ctx))
  const asked = await loopAskedFor(context, settings)
  const state = await loops.adopt(asked, hostOf(desk, session), ctx.mcpReq.signal)
  return structured(await adopted(loops, state))
}

export const hostOf = ({ server, hostFor }: McpContext, session: string | undefined): Host =>
  hostFor(session, server.server.getClientVersion()?.name)

export const loopsOf = (
  { cwd, env, err }: CommandContext,
  stateDirectory: string | null,
  progress: (message: string) => void,
): AgentLoop =>
  createAgentLoop({
    cwd,
    env,
    stateDirectory,
    onWarning: message => err(`agent-loop: ${message}`),
    emit: event => progress(event.kind),
    onProving: () => progress('the yes is being doubted'),
  })

export async function adopted(loops: AgentLoop, state: LoopState): Promise<Readonly<Record<string, unknown>>> {
  const { spec, outcome } = state
  return {
    loop_id: spec.id,
    status: outcome?.kind ?? 'running',
    done_means: spec.done,
    ended: outcome && describeOutcome(outcome),
    prompt: outcome ? null : await loops.promptFor(state),
  }
}

/** Null when the inferred criterion may be used: a person said so, or it needs none. What cannot be inferred is said by who begins. */
export async function settleCriterion(
  desk: McpContext,
  { task, cwd }: Pick<z.infer<typeof ASKED>, 'task' | 'cwd'>,
  ctx: ServerContext,
): Promise<CallToolResult | InputRequiredResult | null> {
  const inference = inferCompletion(task, await readProject(typed(desk, { cwd }).cwd, task))
  if (inference.kind === 'refused') return null
  const { criterion, verification_command, needs_human_confirmation } = inference.proposal
  const asked = askPerson(desk, ctx, `Done means: ${criterion}\n(${verification_command})\nBegin the loop with this?`)
  if (asked !== null && typeof asked === 'object') return asked.ask
  if (asked === true || (asked === null && !needs_human_confirmation)) return null
  const status = asked === false ? 'declined' : 'needs_confirmation'
  return structured({ status, ...documentOf(inference) })
}
