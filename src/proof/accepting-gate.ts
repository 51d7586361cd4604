import type { Gate, Proof } from './gate.ts'

/** Accepts every result: for custom checks, whose runs are unknown to agent-loop. */
export const acceptingGate: Gate = {
  seal: async () => ({ sealed: null, findings: [] }),
  restore: async () => {},
  move: async sealed => sealed,
  examine: async () => ({ findings: [], proof: null }),
}

/** Also accepts every result, and lists in the proof what was accepted without verification. */
export function acceptingGateWithNotes(level: Proof['level'], believed: readonly string[]): Gate {
  const steps = believed.map(says => ({ step: 'believed', result: 'not_checked' as const, says }))
  return { ...acceptingGate, examine: async () => ({ findings: [], proof: { level, steps, runs: 0, duration_ms: 0 } }) }
}
