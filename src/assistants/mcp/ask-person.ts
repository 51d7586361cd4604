import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  type ServerContext,
} from '@modelcontextprotocol/server'
import * as z from 'zod'
import { sha256 } from '../../system/blobs.ts'
import type { McpContext } from './mcp-context.ts'

const yes = z.object({ yes: z.boolean() })

/**
 * A person's answer to one question. `ask`: not asked yet; this result makes the client ask. Null: the client cannot ask anybody.
 */
type PersonAnswer = boolean | { readonly ask: InputRequiredResult } | null

/** An answer counts only for this message: if files changed while the question was open, the message is another one and is asked again. */
export function askPerson({ server }: McpContext, { mcpReq }: ServerContext, message: string): PersonAnswer {
  const declared: unknown = Reflect.get(mcpReq.envelope ?? {}, CLIENT_CAPABILITIES_META_KEY)
  const capabilities = declared ?? server.server.getClientCapabilities() ?? {}
  if (typeof capabilities !== 'object' || !('elicitation' in capabilities)) return null
  const key = `confirm-${sha256(message)}`
  if (mcpReq.inputResponses?.[key] !== undefined) return acceptedContent(mcpReq.inputResponses, key, yes)?.yes === true
  return { ask: inputRequired({ inputRequests: { [key]: inputRequired.elicit({ message, requestedSchema: yes }) } }) }
}
