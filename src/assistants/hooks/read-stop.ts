import { lastWords } from '../../agents/answer.ts'
import type { Stopper } from '../../store/adoptions.ts'
import type { HostName } from './hosts.ts'

/** A turn that an assistant is about to end, as its host tells. */
export interface Stop extends Stopper {
  readonly host: HostName
  /** The last of what it said; empty when the host does not tell. */
  readonly answer: string
  /** A person broke the turn off, or it failed: nobody claims anything. */
  readonly brokenOff: boolean
}

type Fields = Readonly<Record<string, unknown>>

/**
 * Null for what is no stop. Hosts also call hooks that were written down for another, so the payload says which one it is; what
 * was asked for counts only where it does not.
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
    // Of what kind it is must be known: else it would stand for the session itself.
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
