import type { CallToolResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { beginInBackground } from '../../run/request/begin-in-background.ts'
import { CWD, PROPOSAL } from './criterion-tools.ts'
import { acted, contextFor, type McpContext, structured } from './mcp-context.ts'
import { givenIn, settingArguments } from './setting-arguments.ts'
import { settleRequest } from './settle-request.ts'

const SETTINGS = ['completion', 'agent', 'max-iterations', 'timeout', 'max-cost', 'worktree'] as const

const ASKED = z.object({ task: z.string(), ...settingArguments(SETTINGS), cwd: CWD })

const STARTED = z.looseObject({
  loop_id: z.string().optional(),
  status: z.string(),
  pid: z.number().optional(),
  proposed_completion: PROPOSAL,
})

/** A background loop. The only tool through which an assistant starts an agent. */
export function registerStartTool(mcp: McpContext): void {
  mcp.server.registerTool(
    'loop_start',
    {
      description:
        "Starts a loop in the background, with its own agent. Use it only when the person asked for background, detached, or unattended work; otherwise use loop_adopt. Give completion in the person's own words. Without it, agent-loop infers a criterion. If a person must confirm it, the tool returns it and starts nothing.",
      inputSchema: ASKED,
      outputSchema: STARTED,
    },
    (asked, ctx) => acted(mcp, () => startFor(mcp, asked, ctx)),
  )
}

async function startFor(
  mcp: McpContext,
  { task, cwd, ...rest }: z.infer<typeof ASKED>,
  ctx: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  const context = contextFor(mcp, { cwd, given: givenIn(SETTINGS, rest) }, ctx.mcpReq.signal)
  const settled = await settleRequest(mcp, { task, context, turns: 'our agent' }, ctx)
  if (settled.answer) return settled.answer
  return structured({ ...(await beginInBackground(settled.context, task, settled.settings)) })
}
