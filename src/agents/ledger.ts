import type { Tokens } from './models/price.ts'
import type { AgentReport } from './report.ts'

/** Makes what a conversation has used in all into what its last turn has used. */
export interface Ledger {
  /** `resumed` is the conversation that the turn went on with, null when it began one. */
  turnOf(told: AgentReport, resumed: string | null): AgentReport
}

/** For programs that count anew in every run. */
const perTurn: Ledger = { turnOf: told => told }

/**
 * For programs whose counts go on with the conversation. The counts before are known to the process that took the earlier turns;
 * another one that takes the loop up counts the conversation once more, which ends a limit too early and never too late.
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
