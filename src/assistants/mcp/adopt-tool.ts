import type { CallToolResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { describeOutcome } from '../../loop/outcome.ts'
import type { LoopState } from '../../loop/state.ts'
import type { Host } from '../../run/adopt.ts'
import { type AgentLoop, createAgentLoop } from '../../run/agent-loop.ts'
import type { RequestContext } from '../../run/request/context.ts'
import { loopAskedFor } from '../../run/request/loop-request.ts'
import { CWD, PROPOSAL } from './criterion-tools.ts'
import { acted, contextFor, type McpContext, progressOf, structured } from './mcp-context.ts'
import { givenIn, settingArguments } from './setting-arguments.ts'
import { settleRequest } from './settle-request.ts'

const SETTINGS = ['completion', 'max-iterations', 'timeout'] as const

const ASKED = z.object({
  task: z.string(),
  ...settingArguments(SETTINGS),
  session: z.string().optional().describe('the id of this session, as its Stop hook receives it'),
  cwd: CWD,
})

export const ADOPTED = z.looseObject({
  loop_id: z.string().optional(),
  status: z.string(),
  ended: z.string().nullable().optional(),
  prompt: z.string().nullable().optional(),
  proposed_completion: PROPOSAL,
})

export function registerAdoptTool(mcp: McpContext): void {
  mcp.server.registerTool(
    'loop_adopt',
    {
      description:
        "Starts a loop in which this session does the work. Each time the session stops, the Stop hook of agent-loop verifies the work. The session may stop when the work is verified or a limit is reached. Give completion in the person's own words. Without it, agent-loop infers a criterion. If a person must confirm it, the tool returns it and starts nothing.",
      inputSchema: ASKED,
      outputSchema: ADOPTED,
    },
    (asked, ctx) => acted(mcp, () => adoptFor(mcp, asked, ctx)),
  )
}

async function adoptFor(
  mcp: McpContext,
  { task, session, cwd, ...rest }: z.infer<typeof ASKED>,
  ctx: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  const asking = contextFor(mcp, { cwd, given: givenIn(SETTINGS, rest) }, ctx.mcpReq.signal)
  const settled = await settleRequest(mcp, { task, context: asking, turns: 'an assistant' }, ctx)
  if (settled.answer) return settled.answer
  const { context, settings } = settled
  const loops = loopsOf(context, settings.values['state-dir'], progressOf(ctx))
  const asked = await loopAskedFor(context, task, settings)
  const state = await loops.adopt(asked, hostOf(mcp, session), ctx.mcpReq.signal)
  return structured(await adopted(loops, state))
}

export const hostOf = ({ server, hostFor }: McpContext, session: string | undefined): Host =>
  hostFor(session, server.server.getClientVersion()?.name)

export const loopsOf = (
  { cwd, env, err }: RequestContext,
  stateDirectory: string | null,
  progress: (message: string) => void,
): AgentLoop =>
  createAgentLoop({
    cwd,
    env,
    stateDirectory,
    onWarning: message => err(`agent-loop: ${message}`),
    emit: event => progress(event.kind),
    onProving: step => {
      if (step === null) progress('verifying the result')
    },
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
