import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { CallToolResult, McpServer, ServerContext } from '@modelcontextprotocol/server'
import type { Host } from '../../run/adopt.ts'
import type { CommandContext } from '../../run/request/command.ts'
import { isUsageError, UsageError } from '../../std/usage-error.ts'

/** Where the tools of one server stand. */
export interface McpContext {
  readonly server: McpServer
  readonly context: CommandContext
  /** In whose session we are, as far as that is known; the session that a caller names counts first. */
  readonly hostFor: (session: string | undefined, client: string | undefined) => Host
}

/** The context of a command, as if somebody had typed it: in this directory, with these flags. */
export function typed(
  { context }: McpContext,
  { cwd, positionals = [], flags = {} }: Typed,
  signal: AbortSignal = context.signal,
): CommandContext {
  const directory = resolve(context.cwd, cwd ?? '.')
  if (!existsSync(directory) || !statSync(directory).isDirectory())
    throw new UsageError('bad-arguments', `There is no directory ${directory}.`, 'Give cwd a directory that exists.')
  return {
    ...context,
    cwd: directory,
    positionals,
    json: true,
    // Standard output is the protocol's.
    out: context.err,
    terminal: false,
    signal,
    flags: {
      text: name => (typeof flags[name] === 'string' ? flags[name] : undefined),
      has: name => flags[name] !== undefined && flags[name] !== false,
    },
  }
}

interface Typed {
  readonly cwd?: string | undefined
  readonly positionals?: readonly string[]
  readonly flags?: Readonly<Record<string, string | boolean | undefined>>
}

/** A document for programs, and the same as text for models that read nothing else. */
export const structured = (document: Readonly<Record<string, unknown>>): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(document, null, 2) }],
  structuredContent: { ...document },
})

/** What the caller must change is an answer; anything else is a fault of ours. */
export async function answered<T>(work: () => Promise<T>): Promise<T | CallToolResult> {
  try {
    return await work()
  } catch (error) {
    if (!isUsageError(error)) throw error
    return { isError: true, content: [{ type: 'text', text: `${error.message}\n${error.hint}` }] }
  }
}

const BETWEEN_MS = 500

/** Tells the client that something goes on, where it asked to be told; not more often than anybody could read. */
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
