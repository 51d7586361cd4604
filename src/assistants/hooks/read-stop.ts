import { lastWords } from '../../agents/answer.ts'
import type { HostName } from '../../agents/hosts.ts'
import type { Stopper } from '../../store/adoptions.ts'

/** A turn that an assistant is about to end, as its host reports it. */
export interface Stop extends Stopper {
  readonly host: HostName
  /** Its last message; empty when the host does not report it. */
  readonly answer: string
  /** The turn was interrupted or failed, so it claims nothing. */
  readonly brokenOff: boolean
}

type Fields = Readonly<Record<string, unknown>>

/**
 * Null if the payload is not a stop. Hosts also call hooks that were installed for another host, so the payload decides which host
 * it is; the given name counts only if the payload does not say.
 */
export function readStop(payload: unknown, asked: HostName): Stop | null {
  if (typeof payload !== 'object' || payload === null) return null
  const fields: Fields = { ...payload }
  const session = text(fields, 'session_id', 'sessionId', 'conversation_id', 'sessionID')
  if (session === null) return null
  const event = text(fields, 'hook_event_name', 'hookEventName') ?? ''
  const kind = text(fields, 'agent_type', 'agentType', 'subagent_type', 'agent_name', 'agentName')
  const isSubagent = /subagent/i.test(event) || (event === '' && kind !== null)
  return {
    host: hostOf(fields, event, asked),
    session,
    // Without a kind, a subagent would be taken for the session itself.
    subagent: isSubagent ? (kind ?? '') : null,
    directory: text(fields, 'cwd') ?? firstOf(fields['workspace_roots']),
    answer: lastWords(text(fields, 'last_assistant_message', 'prompt_response', 'response') ?? ''),
    brokenOff: ['aborted', 'error'].includes(text(fields, 'status') ?? ''),
  }
}

function hostOf(fields: Fields, event: string, asked: HostName): HostName {
  if ('cursor_version' in fields || 'conversation_id' in fields) return 'cursor'
  if ('sessionId' in fields || 'stop_reason' in fields) return 'copilot'
  if (event === 'AfterAgent') return 'gemini'
  if ('turn_id' in fields) return 'codex'
  return asked
}

function text(fields: Fields, ...names: readonly string[]): string | null {
  for (const name of names) {
    const value = fields[name]
    if (typeof value === 'string' && value !== '') return value
  }
  return null
}

const firstOf = (value: unknown): string | null =>
  Array.isArray(value) && typeof value[0] === 'string' ? value[0] : null
