import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { CallToolResult, McpServer, ServerContext } from '@modelcontextprotocol/server'
import type { Host } from '../../run/adopt.ts'
import type { RequestContext } from '../../run/request/context.ts'
import type { Given } from '../../run/settings/values.ts'
import { isUsageError } from '../../std/usage-error.ts'
import { assistantProblem } from '../problems.ts'

/** What the server was started with. */
export interface McpSurroundings extends Pick<RequestContext, 'cwd' | 'env' | 'signal' | 'err'> {
  readonly out: (line: string) => void
}

/** What the tools of one server share. */
export interface McpContext {
  readonly server: McpServer
  readonly surroundings: McpSurroundings
  /** The assistant whose session calls us, as far as known. A session given by the caller comes first. */
  readonly hostFor: (session: string | undefined, client: string | undefined) => Host
  /** Throws a `UsageError` when the caller may only read. */
  readonly refuseCaller: () => Promise<void>
}

/** The context of a call: its directory and its settings. There is no person to ask, and standard output belongs to the protocol. */
export function contextFor(
  { surroundings: { cwd: here, env, err, signal } }: McpContext,
  { cwd, given = {} }: { readonly cwd?: string | undefined; readonly given?: Given },
  ending: AbortSignal = signal,
): RequestContext {
  const directory = resolve(here, cwd ?? '.')
  if (!existsSync(directory) || !statSync(directory).isDirectory())
    throw assistantProblem('no-directory', { directory })
  return { cwd: directory, env, given, err, signal: ending, person: { show: err } }
}

/** A document for programs, and the same as text for models that read only text. */
export const structured = (document: Readonly<Record<string, unknown>>): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(document, null, 2) }],
  structuredContent: { ...document },
})

/** Turns usage errors into results; other errors are bugs of ours. */
export async function answered<T>(work: () => Promise<T>): Promise<T | CallToolResult> {
  try {
    return await work()
  } catch (error) {
    if (!isUsageError(error)) throw error
    return { isError: true, content: [{ type: 'text', text: `${error.message}\n${error.hint}` }] }
  }
}

/** The same for a tool that executes or decides something: every tool without `readOnlyHint`. */
export const acted = <T>({ refuseCaller }: McpContext, work: () => Promise<T>): Promise<T | CallToolResult> =>
  answered(async () => {
    await refuseCaller()
    return await work()
  })

const BETWEEN_MS = 500

/** Sends progress to a client that asked for it, at most twice a second. */
export function progressOf({ mcpReq }: ServerContext): (message: string) => void {
  const token = mcpReq._meta?.progressToken
  let [count, last] = [0, Number.NEGATIVE_INFINITY]
  return message => {
    if (token === undefined || performance.now() - last < BETWEEN_MS) return
    last = performance.now()
    count += 1
    const params = { progressToken: token, progress: count, message }
    void mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {})
  }
}
