import type { CallToolResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server'
import { inferCompletion } from '../../infer/infer.ts'
import { documentOf } from '../../infer/proposal.ts'
import { readProject } from '../../infer/read-project.ts'
import type { RequestContext } from '../../run/request/context.ts'
import { trustedSettings, trustWanted } from '../../run/request/trusted-settings.ts'
import type { Settings } from '../../run/settings/load.ts'
import { askPerson } from './ask-person.ts'
import { type McpContext, structured } from './mcp-context.ts'

type ToolAnswer = CallToolResult | InputRequiredResult

/** A request about which no person has to be asked any more; `answer`: the call ends here, with a question or a refusal. */
type SettledRequest =
  | { readonly answer: ToolAnswer }
  | { readonly context: RequestContext; readonly settings: Settings; readonly answer: null }

/** Asks for missing trust in the project's configuration, then about an inferred criterion. The loop uses what was asked about. */
export async function settleRequest(
  mcp: McpContext,
  { task, context, turns }: { task: string; context: RequestContext; turns: Parameters<typeof trustWanted>[1] },
  ctx: ServerContext,
): Promise<SettledRequest> {
  const question = await settleTrust(mcp, context, ctx, turns)
  if (question) return { answer: question }
  const settings = await trustedSettings(context, turns)
  if (settings.values.completion !== null || settings.sections.check !== null)
    return { context, settings, answer: null }
  const { answer, proposal } = await settleCriterion(mcp, task.trim(), context, ctx)
  if (answer) return { answer }
  return { context: { ...context, person: { ...context.person, ...(proposal && { proposal }) } }, settings, answer }
}

/** Null when the call may continue; without trust, it is refused later. */
async function settleTrust(
  mcp: McpContext,
  context: RequestContext,
  ctx: ServerContext,
  turns: Parameters<typeof trustWanted>[1],
): Promise<InputRequiredResult | null> {
  const wanted = await trustWanted(context, turns)
  if (wanted === null) return null
  const answer = askPerson(mcp, ctx, [...wanted.lines, wanted.question].join('\n'))
  if (answer !== null && typeof answer === 'object') return answer.ask
  if (answer === true) await wanted.keep()
  return null
}

interface SettledCriterion {
  readonly answer: ToolAnswer | null
  readonly proposal?: RequestContext['person']['proposal']
}

/** The proposal that may be used: a person confirmed it, or it needs no person. None when nothing can be inferred. */
async function settleCriterion(
  mcp: McpContext,
  task: string,
  { cwd }: RequestContext,
  ctx: ServerContext,
): Promise<SettledCriterion> {
  const inference = inferCompletion(task, await readProject(cwd, task))
  if (inference.kind === 'refused') return { answer: null }
  const { criterion, verification_command, needs_human_confirmation, class: kind } = inference.proposal
  const weak = kind === 'structural' ? '\nThis only checks that something changed, not that the work is right.' : ''
  const question = `Done means: ${criterion}\n(${verification_command})${weak}\nStart the loop with this?`
  const asked = askPerson(mcp, ctx, question)
  if (asked !== null && typeof asked === 'object') return { answer: asked.ask }
  if (asked === true || (asked === null && !needs_human_confirmation)) return { answer: null, proposal: inference }
  const status = asked === false ? 'declined' : 'needs_confirmation'
  return { answer: structured({ status, ...documentOf(inference) }) }
}
