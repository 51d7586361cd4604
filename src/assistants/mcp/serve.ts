import { AsyncLocalStorage } from 'node:async_hooks'
import { once } from 'node:events'
import { createMcpHandler, McpServer, type McpServerFactory } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import packageJson from '../../../package.json' with { type: 'json' }
import { HOST_FACTS, HOSTS } from '../../agents/hosts.ts'
import { refuseCaller } from '../../run/steer/inside-turn.ts'
import { redactorFor } from '../../std/redact.ts'
import { identityOf } from '../../system/process-table.ts'
import { currentHost } from '../hooks/current-host.ts'
import { assistantProblem } from '../problems.ts'
import { registerAdoptTool } from './adopt-tool.ts'
import { registerCriterionTools } from './criterion-tools.ts'
import { type AnswerFor, type CallerLookup, listen } from './http.ts'
import { registerLoopTools } from './loop-tools.ts'
import type { McpContext, McpSurroundings } from './mcp-context.ts'
import { registerPlanTools } from './plan-tools.ts'
import { registerResources } from './resources.ts'
import { registerStartTool } from './start-tool.ts'

/** The processes that sent a request; null when only the assistant that started us can send one. */
type CallerNow = () => CallerLookup | null

const fromParent: CallerNow = () => null

const serverFor =
  (
    surroundings: McpSurroundings,
    hostFor: McpContext['hostFor'],
    callerNow: CallerNow = fromParent,
  ): McpServerFactory =>
  () => {
    const caller = callerNow()
    const server = new McpServer({ name: 'agent-loop', version: packageJson.version })
    const refuse = async () => (caller === null ? undefined : refuseCaller(surroundings.env, caller()))
    const mcp = { server, surroundings, hostFor, refuseCaller: refuse }
    registerCriterionTools(mcp)
    registerAdoptTool(mcp)
    registerStartTool(mcp)
    registerLoopTools(mcp)
    registerPlanTools(mcp)
    registerResources(mcp)
    return server
  }

/** Serves the assistant that started us, until it closes our standard input. */
export async function serveOnStdio(context: McpSurroundings): Promise<void> {
  const hostFor: McpContext['hostFor'] = (session, client) => {
    // Clients have other names than our hosts: `claude-code`, `codex-mcp-client`, `gemini-cli-mcp-client`.
    const host = HOSTS.find(name => HOST_FACTS[name].programs.some(program => client?.toLowerCase().includes(program)))
    return currentHost(context.env, { ...(host ? { host } : {}), ...(session === undefined ? {} : { session }) })
  }
  const served = serveStdio(serverFor(context, hostFor))
  const left = once(process.stdin, 'close')
  await Promise.race([left, once(process.stdin, 'end'), aborted(context.signal)])
  await served.close()
}

/** Serves clients on this machine that know the token. */
export async function serveOnHttp(
  context: McpSurroundings,
  { port, token }: { readonly port: number; readonly token: string },
): Promise<void> {
  const callers = new AsyncLocalStorage<CallerLookup>()
  const handler = createMcpHandler(serverFor(context, hostByName, () => callers.getStore() ?? UNKNOWN))
  const answer: AnswerFor = (request, caller) => callers.run(caller, () => handler.fetch(request))
  const { url, close } = await listen({ port, token, answer, redact: redactorFor(context.env) })
  context.out(JSON.stringify({ url, token }))
  await aborted(context.signal)
  await close()
  await handler.close()
}

const UNKNOWN: CallerLookup = () => 'unknown'

/** Over HTTP the client's process is unknown: the session must be given, and the tree is leased to this server while it runs. */
const hostByName: McpContext['hostFor'] = session => {
  const self = identityOf(process.pid)
  if (session === undefined || self === null) throw assistantProblem('session-missing', {})
  return { name: 'an assistant', process: self, session, subagent: null }
}

const aborted = async (signal: AbortSignal): Promise<void> => {
  if (!signal.aborted) await once(signal, 'abort')
}
