import type { CallToolResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { beginInBackground } from '../../run/request/begin-in-background.ts'
import { givenSettings } from '../../run/request/loop-flags.ts'
import { loadSettings } from '../../run/settings/load.ts'
import { treeOf } from '../../system/tree.ts'
import { settleCriterion } from './adopt-tool.ts'
import { CWD, PROPOSAL } from './criterion-tools.ts'
import { answered, type McpContext, structured, typed } from './desk.ts'

const ASKED = z.object({
  task: z.string(),
  completion: z.string().optional().describe("what done means, in the person's words; inferred when not given"),
  agent: z.string().optional().describe('who works, as in claude; the only one that is installed when not given'),
  max_iterations: z.number().int().positive().optional(),
  timeout: z.string().optional().describe('time at most for turns and checks together, as in 45m'),
  max_cost: z.number().positive().optional().describe('US dollars at most'),
  worktree: z.boolean().optional().describe('in a working tree of its own'),
  cwd: CWD,
})

const STARTED = z.looseObject({
  loop_id: z.string().optional(),
  status: z.string(),
  pid: z.number().optional(),
  proposed_completion: PROPOSAL,
})

/** A loop that no session waits for. The one place through which assistants start agents of ours. */
export function registerStartTool(desk: McpContext): void {
  desk.server.registerTool(
    'loop_start',
    {
      description:
        'Begins a loop in the background, with an agent of its own. Only when the person asked for background, detached or unattended work; else loop_adopt. Without completion a criterion is inferred; one that needs a person is returned to be confirmed, and nothing is begun.',
      inputSchema: ASKED,
      outputSchema: STARTED,
    },
    (asked, ctx) => answered(() => startFor(desk, asked, ctx)),
  )
}

async function startFor(
  desk: McpContext,
  { task, completion, agent, max_iterations, timeout, max_cost, worktree, cwd }: z.infer<typeof ASKED>,
  ctx: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  if (completion === undefined) {
    const unsettled = await settleCriterion(desk, { task, cwd }, ctx)
    if (unsettled) return unsettled
  }
  const flags = {
    completion,
    'auto-criteria': completion === undefined,
    agent,
    'max-iterations': max_iterations?.toString(),
    timeout,
    'max-cost': max_cost?.toString(),
    worktree,
  }
  const context = typed(desk, { cwd, positionals: [task], flags }, ctx.mcpReq.signal)
  const settings = await loadSettings(givenSettings(context.flags), context.env, treeOf(context.cwd))
  return structured({ ...(await beginInBackground(context, settings)) })
}
