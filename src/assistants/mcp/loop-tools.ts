import { join } from 'node:path'
import * as z from 'zod'
import { findLoop } from '../../run/find-loop.ts'
import { loopsHere } from '../../run/request/active-loop.ts'
import { isOfBackground, resumeInBackground } from '../../run/request/background.ts'
import { layoutHere, overviewOf } from '../../run/request/overview.ts'
import { givenValues, limitsIn } from '../../run/settings/values.ts'
import { leaveWord } from '../../run/steer/inbox.ts'
import { iterationDirectory } from '../../store/layout.ts'
import { nodeDisk } from '../../system/disk.ts'
import { adoptedHere, inboxOf } from '../hooks/adopted-here.ts'
import { assistantProblem } from '../problems.ts'
import { ADOPTED, adopted, hostOf, loopsOf } from './adopt-tool.ts'
import { askPerson } from './ask-person.ts'
import { CWD } from './criterion-tools.ts'
import { acted, answered, contextFor, type McpContext, progressOf, structured } from './mcp-context.ts'
import { givenIn, settingArguments } from './setting-arguments.ts'

const LOOP_ID = z.string().describe('the id of the loop, such as ralph-fix-tests-a1b2c3d4')
const LOG_CHARACTERS = 20_000
const RESUME_SETTINGS = ['max-iterations'] as const

/** Tools that show and control loops. */
export function registerLoopTools(mcp: McpContext): void {
  registerStatus(mcp)
  registerLogs(mcp)
  registerAbort(mcp)
  registerResume(mcp)
  registerBlocked(mcp)
}

function registerStatus(mcp: McpContext): void {
  mcp.server.registerTool(
    'loop_status',
    {
      description:
        'Lists the loops of this project and their state: active ones first, then those that ended recently.',
      inputSchema: z.object({ loop_id: LOOP_ID.optional(), cwd: CWD }),
      outputSchema: z.looseObject({ loops: z.array(z.looseObject({ loop_id: z.string(), status: z.string() })) }),
      annotations: { readOnlyHint: true },
    },
    ({ loop_id, cwd }) =>
      answered(async () => {
        const { active, recent } = await overviewOf(contextFor(mcp, { cwd }))
        const loops = [...active, ...recent].filter(entry => loop_id === undefined || entry.loop_id === loop_id)
        if (loop_id !== undefined && loops.length === 0) throw assistantProblem('no-such-loop', { id: loop_id })
        return structured({ loops })
      }),
  )
}

function registerLogs(mcp: McpContext): void {
  mcp.server.registerTool(
    'loop_logs',
    {
      description: 'Returns the last part of the output of the agent or the check in one turn.',
      inputSchema: z.object({
        loop_id: LOOP_ID,
        iteration: z
          .number()
          .int()
          .nonnegative()
          .optional()
          .describe('the number of the turn; 0 is the check before the first turn'),
        log: z.enum(['verify', 'agent']).optional(),
        cwd: CWD,
      }),
      outputSchema: z.looseObject({ loop_id: z.string(), iteration: z.number(), text: z.string() }),
      annotations: { readOnlyHint: true },
    },
    ({ loop_id, iteration, log = 'verify', cwd }) =>
      answered(async () => {
        const { paths, state } = await findLoop(
          nodeDisk('private'),
          await layoutHere(contextFor(mcp, { cwd })),
          loop_id,
        )
        const turn = iteration ?? state.checks.at(-1)?.iteration ?? 0
        const text = await nodeDisk('private').read(join(iterationDirectory(paths, turn), `${log}.log`))
        return structured({ loop_id, iteration: turn, text: (text ?? '').slice(-LOG_CHARACTERS) })
      }),
  )
}

function registerAbort(mcp: McpContext): void {
  mcp.server.registerTool(
    'loop_abort',
    {
      description: 'Aborts a loop without a verdict. Use it only when the person asked for it.',
      inputSchema: z.object({ loop_id: LOOP_ID, cwd: CWD }),
      outputSchema: z.looseObject({ loop_id: z.string(), became: z.string().optional(), status: z.string() }),
      annotations: { destructiveHint: true },
    },
    ({ loop_id, cwd }, ctx) =>
      acted(mcp, async () => {
        const asked = askPerson(mcp, ctx, `Abort the loop ${loop_id} without a verdict?`)
        if (asked !== null && typeof asked === 'object') return asked.ask
        if (asked === false) return structured({ loop_id, status: 'declined' })
        const loops = await loopsHere(contextFor(mcp, { cwd }))
        const { state, became } = await loops.abort(loop_id, ctx.mcpReq.signal)
        return structured({ loop_id, became, status: state.outcome?.kind ?? 'running' })
      }),
  )
}

function registerResume(mcp: McpContext): void {
  mcp.server.registerTool(
    'loop_resume',
    {
      description:
        'Resumes a loop that was interrupted, paused, or ended at a limit. A background loop resumes in the background, a loop of an assistant in this session. The tool asks the person before it raises a limit.',
      inputSchema: z.object({
        loop_id: LOOP_ID,
        ...settingArguments(RESUME_SETTINGS, 'unchanged'),
        session: z.string().optional(),
        cwd: CWD,
      }),
      outputSchema: ADOPTED,
    },
    ({ loop_id, session, cwd, ...rest }, ctx) =>
      acted(mcp, async () => {
        const limits = limitsIn(givenValues(givenIn(RESUME_SETTINGS, rest)))
        const { iterations } = limits
        const context = contextFor(mcp, { cwd })
        const layout = await layoutHere(context)
        const { state } = await findLoop(nodeDisk('private'), layout, loop_id)
        if (iterations !== undefined && iterations > state.spec.limits.iterations) {
          const asked = askPerson(mcp, ctx, `Allow the loop ${loop_id} up to ${iterations} turns?`)
          if (asked !== null && typeof asked === 'object') return asked.ask
          if (asked !== true) throw assistantProblem('raise-needs-person', {})
        }
        if (await isOfBackground(layout, loop_id))
          return structured({
            ...(await resumeInBackground(context, loop_id, { limits, stateDirectory: layout.view })),
          })
        const loops = loopsOf(context, layout.view, progressOf(ctx))
        const by = { host: hostOf(mcp, session), limits, confirmed: true }
        return structured(await adopted(loops, await loops.adoptAgain(loop_id, by, ctx.mcpReq.signal)))
      }),
  )
}

function registerBlocked(mcp: McpContext): void {
  mcp.server.registerTool(
    'loop_blocked',
    {
      description:
        'In a turn of an adopted loop, reports what blocks you, or which test contradicts the task. It never counts as success.',
      inputSchema: z.object({ reason: z.string().min(1), test: z.string().optional() }),
      outputSchema: z.looseObject({ loop_id: z.string(), reason: z.string() }),
    },
    ({ reason, test = null }) =>
      acted(mcp, async () => {
        const { env } = mcp.surroundings
        const adoption = await adoptedHere(env)
        const inbox = adoption && (await inboxOf(env, adoption))
        if (!adoption || !inbox) throw assistantProblem('outside-turn', {})
        await leaveWord(inbox, { reason, test }, env)
        return structured({ loop_id: adoption.loop, reason, test })
      }),
  )
}
