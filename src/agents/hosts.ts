/** Assistants whose turns we can close. */
export const HOSTS = ['claude-code', 'codex', 'gemini', 'cursor', 'copilot', 'opencode'] as const

export type HostName = (typeof HOSTS)[number]

interface HostFacts {
  /** The names of its program. */
  readonly programs: readonly string[]
  /** Variables that hold the session id, set for the programs that it starts. */
  readonly session: readonly string[]
  readonly marks: readonly string[]
  /** How long it waits for a hook by default. */
  readonly patienceMs: number
}

const MINUTE_MS = 60_000

export const HOST_FACTS: Readonly<Record<HostName, HostFacts>> = {
  'claude-code': {
    programs: ['claude'],
    session: ['CLAUDE_CODE_SESSION_ID'],
    marks: ['CLAUDECODE'],
    patienceMs: 10 * MINUTE_MS,
  },
  codex: {
    programs: ['codex'],
    session: ['CODEX_THREAD_ID'],
    marks: ['CODEX_SANDBOX', 'CODEX_CI'],
    patienceMs: 10 * MINUTE_MS,
  },
  gemini: { programs: ['gemini'], session: ['GEMINI_SESSION_ID'], marks: ['GEMINI_CLI'], patienceMs: MINUTE_MS },
  cursor: { programs: ['cursor'], session: [], marks: ['CURSOR_AGENT', 'CURSOR_TRACE_ID'], patienceMs: MINUTE_MS },
  copilot: {
    programs: ['copilot'],
    session: ['COPILOT_AGENT_SESSION_ID'],
    marks: ['COPILOT_CLI'],
    patienceMs: MINUTE_MS / 2,
  },
  opencode: { programs: ['opencode'], session: [], marks: ['OPENCODE'], patienceMs: 10 * MINUTE_MS },
}

/** Our own variable, for hosts in which a plugin can set the environment. */
export const SESSION_VARIABLE = 'AGENT_LOOP_SESSION'

export const isHost = (name: string | undefined): name is HostName => HOSTS.some(host => host === name)

/** How long a hook may take, so that it answers before the host stops waiting. */
export const deadlineOf = (host: HostName): number => HOST_FACTS[host].patienceMs * 0.9 - 1_000
