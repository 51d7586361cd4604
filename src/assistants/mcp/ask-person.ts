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

/**
 * A person's answer to one question. `ask`: not asked yet; this result makes the client ask. Null: the client cannot ask anybody.
 */
type PersonAnswer = boolean | { readonly ask: InputRequiredResult } | null

/** `key`: each question of a call has its own, so that no answer counts for another question. */
export function askPerson(
  { server }: McpContext,
  { mcpReq }: ServerContext,
  message: string,
  key: 'confirm' | 'trust' = 'confirm',
): PersonAnswer {
  const declared: unknown = Reflect.get(mcpReq.envelope ?? {}, CLIENT_CAPABILITIES_META_KEY)
  const capabilities = declared ?? server.server.getClientCapabilities() ?? {}
  if (typeof capabilities !== 'object' || !('elicitation' in capabilities)) return null
  if (mcpReq.inputResponses?.[key] !== undefined) return acceptedContent(mcpReq.inputResponses, key, yes)?.yes === true
  return { ask: inputRequired({ inputRequests: { [key]: inputRequired.elicit({ message, requestedSchema: yes }) } }) }
}
