import * as z from 'zod'
import { refusalReport, verificationReport } from '../../check/verify/report.ts'
import { commandsOf } from '../../criteria/criterion.ts'
import { inferCompletion } from '../../infer/infer.ts'
import { documentOf } from '../../infer/proposal.ts'
import { readCriterion } from '../../infer/read-criterion.ts'
import { readProject } from '../../infer/read-project.ts'
import { verifyOnce } from '../../run/request/verify-once.ts'
import { acted, answered, contextFor, type McpContext, progressOf, structured } from './mcp-context.ts'

export const CWD = z.string().optional().describe('the directory of the project (default: the directory of the server)')

const proposal = z.looseObject({
  criterion: z.string(),
  verification_command: z.string(),
  confidence: z.enum(['high', 'medium', 'low']),
  needs_human_confirmation: z.boolean(),
})

export const PROPOSAL = proposal.optional()

/** What "done" means: proposed, read, and run once. None of these starts a loop. */
export function registerCriterionTools(mcp: McpContext): void {
  registerInfer(mcp)
  registerParse(mcp)
  registerVerify(mcp)
}

function registerInfer(mcp: McpContext): void {
  mcp.server.registerTool(
    'infer_completion',
    {
      description:
        'Proposes the command that proves a task done in this project, with evidence, or says why there is none. Runs nothing. If needs_human_confirmation is true, the person must confirm the proposal.',
      inputSchema: z.object({ task: z.string(), cwd: CWD }),
      outputSchema: z.looseObject({
        proposed_completion: PROPOSAL,
        refused: z.looseObject({ because: z.string(), try: z.array(z.string()) }).optional(),
      }),
      annotations: { readOnlyHint: true },
    },
    ({ task, cwd }) =>
      answered(async () => {
        const there = contextFor(mcp, { cwd })
        return structured(documentOf(inferCompletion(task, await readProject(there.cwd, task))))
      }),
  )
}

function registerParse(mcp: McpContext): void {
  mcp.server.registerTool(
    'parse_criterion',
    {
      description: 'Shows how agent-loop understands a criterion and which commands it would run. Runs nothing.',
      inputSchema: z.object({ criterion: z.string(), cwd: CWD }),
      outputSchema: z.looseObject({
        criterion: z.unknown().optional(),
        commands: z.array(z.string()).optional(),
        warnings: z.array(z.unknown()).optional(),
        error: z.looseObject({ code: z.string(), message: z.string(), hint: z.string() }).optional(),
      }),
      annotations: { readOnlyHint: true },
    },
    ({ criterion, cwd }) =>
      answered(async () => {
        const parsed = await readCriterion(criterion, contextFor(mcp, { cwd }).cwd)
        if (!parsed.ok) {
          const { kind: code, message, hint } = parsed.error
          return structured({ error: { code, message, hint } })
        }
        const { value } = parsed
        return structured({
          criterion: value.criterion,
          commands: commandsOf(value.criterion),
          warnings: value.warnings,
        })
      }),
  )
}

function registerVerify(mcp: McpContext): void {
  mcp.server.registerTool(
    'verify_completion',
    {
      description: 'Runs a criterion once and says whether it passes; if not, what to fix.',
      inputSchema: z.object({
        criterion: z.string(),
        bail: z.boolean().optional().describe('stop at the first part that decides the result'),
        cwd: CWD,
      }),
      outputSchema: z.looseObject({ verified: z.boolean(), learnings: z.string().nullable().optional() }),
    },
    ({ criterion, bail, cwd }, ctx) =>
      acted(mcp, async () => {
        const context = contextFor(mcp, { cwd }, ctx.mcpReq.signal)
        const progress = progressOf(ctx)
        progress(`running ${criterion}`)
        let bytes = 0
        const onBytes = (chunk: Uint8Array): void => {
          bytes += chunk.length
          progress(`${bytes} bytes of output`)
        }
        const ran = await verifyOnce(criterion, context, { bail: bail ?? false, onBytes })
        if (!ran.ok) return structured({ ...refusalReport(criterion, ran.error) })
        const { verification, warnings, log } = ran.value
        return structured({ ...verificationReport(verification, log, context.env), warnings })
      }),
  )
}
