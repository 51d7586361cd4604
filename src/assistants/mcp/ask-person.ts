import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  type ServerContext,
} from '@modelcontextprotocol/server'
import * as z from 'zod'
import type { McpContext } from './mcp-context.ts'

const yes = z.object({ yes: z.boolean() })
const KEY = 'confirm'

/**
 * A person's answer to one question. `ask`: not asked yet; this result makes the client ask. Null: the client cannot ask anybody.
 */
type PersonAnswer = boolean | { readonly ask: InputRequiredResult } | null

export function askPerson({ server }: McpContext, { mcpReq }: ServerContext, message: string): PersonAnswer {
  const declared: unknown = Reflect.get(mcpReq.envelope ?? {}, CLIENT_CAPABILITIES_META_KEY)
  const capabilities = declared ?? server.server.getClientCapabilities() ?? {}
  if (typeof capabilities !== 'object' || !('elicitation' in capabilities)) return null
  if (mcpReq.inputResponses?.[KEY] !== undefined) return acceptedContent(mcpReq.inputResponses, KEY, yes)?.yes === true
  return { ask: inputRequired({ inputRequests: { [KEY]: inputRequired.elicit({ message, requestedSchema: yes }) } }) }
}
