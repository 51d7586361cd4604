import type { Finding } from './finding.ts'
import type { Examination, Mutants, Proof, ProofStep } from './gate.ts'
import { inWordsOfChange } from './words-of-change.ts'

/** The steps and findings of a proof so far. */
export interface ProofLog {
  ok(step: string, says: string): void
  notChecked(step: string, says: string): void
  refused(step: string, findings: readonly Finding[]): void
  /** A passed step, with its warnings. */
  noted(step: string, warnings: readonly Finding[], says: string): void
  ran(): void
  /** Which changed lines no test notices. */
  mutants(report: Mutants): void
  /** Whether there is a finding of this rule, including warnings. */
  has(rule: Finding['rule']): boolean
  /** Whether there is an objection so far. */
  objects(): boolean
  close(): Examination
}

/** `ofChange`: somebody's change is proven, and there are no turns. */
export function proofLog(level: Proof['level'], ofChange = false): ProofLog {
  const worded = (says: string): string => (ofChange ? inWordsOfChange(says) : says)
  const began = performance.now()
  const steps: ProofStep[] = []
  const findings: Finding[] = []
  let mutants: Mutants | null = null
  let [runs, before] = [0, began]
  const add = (step: string, result: ProofStep['result'], says: string): void => {
    const now = performance.now()
    steps.push({ step, result, says: worded(says), duration_ms: Math.round(now - before) })
    before = now
  }
  return {
    ok: (step, says) => add(step, 'ok', says),
    notChecked: (step, says) => add(step, 'not_checked', says),
    refused: (step, found) => {
      findings.push(...found)
      add(step, 'refused', found.map(({ rule }) => rule).join(', '))
    },
    noted: (step, warnings, says) => {
      findings.push(...warnings)
      add(step, 'ok', says)
    },
    ran: () => {
      runs += 1
    },
    mutants: report => {
      mutants = report
    },
    has: rule => findings.some(finding => finding.rule === rule),
    objects: () => findings.some(({ objection }) => objection !== null),
    close: () => {
      const duration_ms = performance.now() - began
      const said = findings.map(finding => ({ ...finding, says: worded(finding.says) }))
      return { findings: said, proof: { level, steps, runs, duration_ms, ...(mutants === null ? {} : { mutants }) } }
    },
  }
}
