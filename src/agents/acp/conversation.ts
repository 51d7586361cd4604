import type { ClientContext, Stream } from '@agentclientprotocol/sdk'
import type { TurnRequest } from '../agent.ts'
import type { ProgramConfig } from '../config.ts'
import { type AgentJson, isObject, listAt, objectAt, textAt } from '../json.ts'
import { answerPermission, type PermissionJudgement } from './permission.ts'

export interface Talk {
  readonly config: ProgramConfig
  readonly request: TurnRequest
  readonly judgement: PermissionJudgement
  /** What was reported about a tool call before the permission request. */
  readonly callNamed: (id: string) => AgentJson
  /** From now on events belong to this turn: an agent that loads a conversation replays it first. */
  readonly onPrompt: () => void
  readonly onSession: (id: string) => void
}

export interface AcpPrompt {
  readonly stopReason: string
}

/** One turn over the protocol: initialize, open a conversation, prompt. Rejects with the agent's answer when it refuses a step. */
export async function talk(stream: Stream, talk: Talk): Promise<AcpPrompt> {
  // Loaded here, because nothing else needs it.
  const acp = await import('@agentclientprotocol/sdk')
  const app = acp
    .client({ name: 'agent-loop' })
    .onRequest(acp.methods.client.session.requestPermission, async ({ params }) => {
      const call = { ...talk.callNamed(params.toolCall.toolCallId), ...withoutNulls(params.toolCall) }
      const optionId = await answerPermission({ call, options: params.options }, talk.judgement)
      return { outcome: optionId === null ? { outcome: 'cancelled' } : { outcome: 'selected', optionId } }
    })
  return await app.connectWith(stream, async agent => {
    const hello = await agent.request(acp.methods.agent.initialize, {
      protocolVersion: acp.PROTOCOL_VERSION,
      clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
      clientInfo: { name: 'agent-loop', version: '1' },
    })
    const sessionId = await openSession(agent, talk, hello.agentCapabilities?.loadSession === true)
    talk.onSession(sessionId)
    const cancel = (): void => void agent.notify(acp.methods.agent.session.cancel, { sessionId }).catch(() => {})
    talk.request.signal.addEventListener('abort', cancel, { once: true })
    talk.onPrompt()
    try {
      const text = talk.request.prompt
      const answer = await agent.request(acp.methods.agent.session.prompt, {
        sessionId,
        prompt: [{ type: 'text', text }],
      })
      return { stopReason: answer.stopReason }
    } finally {
      talk.request.signal.removeEventListener('abort', cancel)
    }
  })
}

async function openSession(agent: ClientContext, { config, request }: Talk, canLoad: boolean): Promise<string> {
  const place = { cwd: request.workspace, mcpServers: [] }
  const old = request.session
  const loaded = old !== null && canLoad ? await loadSession(agent, { ...place, sessionId: old }) : null
  const session = loaded ?? (await agent.request('session/new', place))
  const sessionId = textAt(session, 'sessionId') ?? old ?? ''
  const wanted = config.program.acpModes[config.permissions]
  const modes = listAt(objectAt(session, 'modes'), 'availableModes').map(mode => textAt(mode, 'id'))
  if (wanted !== undefined && modes.includes(wanted))
    await agent.request('session/set_mode', { sessionId, modeId: wanted })
  return sessionId
}

/** If the conversation no longer exists, a new one is started. */
async function loadSession(
  agent: ClientContext,
  params: { readonly cwd: string; readonly mcpServers: never[]; readonly sessionId: string },
): Promise<AgentJson | null> {
  try {
    const answer: unknown = await agent.request('session/load', params)
    return isObject(answer) ? answer : {}
  } catch {
    return null
  }
}

const withoutNulls = (call: object): AgentJson =>
  Object.fromEntries(Object.entries(call).filter(([, value]) => value !== null && value !== undefined))
