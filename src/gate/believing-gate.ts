import type { Gate } from './gate.ts'

/** Doubts nothing: for checks of others, whose runs we know nothing about. */
export const believingGate: Gate = {
  seal: async () => ({ sealed: null, findings: [] }),
  restore: async () => {},
  examine: async () => ({ findings: [], proof: null }),
}
