import type { Gate, Proof } from './gate.ts'

/** Doubts nothing: for checks of others, whose runs we know nothing about. */
export const believingGate: Gate = {
  seal: async () => ({ sealed: null, findings: [] }),
  restore: async () => {},
  examine: async () => ({ findings: [], proof: null }),
}

/** The same, and it says what it believes, where a person could expect a proof. */
export function tellingGate(level: Proof['level'], believed: readonly string[]): Gate {
  const steps = believed.map(says => ({ step: 'believed', result: 'not_checked' as const, says }))
  return { ...believingGate, examine: async () => ({ findings: [], proof: { level, steps, runs: 0, duration_ms: 0 } }) }
}
