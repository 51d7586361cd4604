import type { InputRequiredResult, ServerContext } from '@modelcontextprotocol/server'
import { trustWanted } from '../../run/request/trusted-settings.ts'
import type { Given } from '../../run/settings/values.ts'
import { askPerson } from './ask-person.ts'
import { contextFor, type McpContext } from './mcp-context.ts'

/** Asks for missing trust in the project's configuration. Null when the call may continue; without trust, it is refused later. */
export async function settleTrust(
  mcp: McpContext,
  { cwd, given }: { readonly cwd: string | undefined; readonly given: Given },
  ctx: ServerContext,
  turns: Parameters<typeof trustWanted>[1],
): Promise<InputRequiredResult | null> {
  const wanted = await trustWanted(contextFor(mcp, { cwd, given }), turns)
  if (wanted === null) return null
  const answer = askPerson(mcp, ctx, [...wanted.lines, wanted.question].join('\n'), 'trust')
  if (answer !== null && typeof answer === 'object') return answer.ask
  if (answer === true) await wanted.keep()
  return null
}
