import type { Tokens } from './models/price.ts'
import type { AgentReport } from './report.ts'

/** Converts the total usage of a conversation to the usage of its last turn. */
export interface Ledger {
  /** `resumed` is the conversation that the turn continued; null when it started one. */
  turnOf(told: AgentReport, resumed: string | null): AgentReport
}

/** For programs that start counting from zero in every run. */
const perTurn: Ledger = { turnOf: told => told }

/**
 * For programs whose counts continue with the conversation. Earlier counts are known to the process that took the earlier turns;
 * another process that resumes the loop counts the conversation once more, so a limit may be reached too early and never too late.
 */
function perConversation(): Ledger {
  const counted = new Map<string, Pick<AgentReport, 'tokens' | 'usd'>>()
  return {
    turnOf(told, resumed) {
      const before = resumed === null ? undefined : counted.get(resumed)
      const session = told.session ?? resumed
      if (session !== null) counted.set(session, { tokens: told.tokens, usd: told.usd })
      if (before === undefined) return told
      return {
        ...told,
        tokens: told.tokens && before.tokens ? less(told.tokens, before.tokens) : told.tokens,
        usd: told.usd !== null && before.usd !== null ? Math.max(0, told.usd - before.usd) : told.usd,
      }
    },
  }
}

export const openLedger = (counts: 'turn' | 'conversation'): Ledger => (counts === 'turn' ? perTurn : perConversation())

const less = (all: Tokens, before: Tokens): Tokens => ({
  input: Math.max(0, all.input - before.input),
  output: Math.max(0, all.output - before.output),
  cacheRead: Math.max(0, all.cacheRead - before.cacheRead),
  cacheWrite: Math.max(0, all.cacheWrite - before.cacheWrite),
})
