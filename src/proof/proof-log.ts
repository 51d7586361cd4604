import type { Finding } from './finding.ts'
import type { Examination, Proof, ProofStep } from './gate.ts'

/** The steps and findings of a proof so far. */
export interface ProofLog {
  ok(step: string, says: string): void
  notChecked(step: string, says: string): void
  refused(step: string, findings: readonly Finding[]): void
  /** A passed step, with its warnings. */
  noted(step: string, warnings: readonly Finding[], says: string): void
  ran(): void
  /** Whether there is an objection so far. */
  objects(): boolean
  close(): Examination
}

export function proofLog(level: Proof['level']): ProofLog {
  const began = performance.now()
  const steps: ProofStep[] = []
  const findings: Finding[] = []
  let runs = 0
  return {
    ok: (step, says) => void steps.push({ step, result: 'ok', says }),
    notChecked: (step, says) => void steps.push({ step, result: 'not_checked', says }),
    refused: (step, found) => {
      findings.push(...found)
      steps.push({ step, result: 'refused', says: found.map(({ rule }) => rule).join(', ') })
    },
    noted: (step, warnings, says) => {
      findings.push(...warnings)
      steps.push({ step, result: 'ok', says })
    },
    ran: () => {
      runs += 1
    },
    objects: () => findings.some(({ objection }) => objection !== null),
    close: () => ({ findings, proof: { level, steps, runs, duration_ms: performance.now() - began } }),
  }
}
