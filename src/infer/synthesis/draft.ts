import type { Check } from '../choice/checks.ts'
import type { Alternative, ProposalClass } from '../proposal.ts'

/** A proposal before it was judged. */
export interface CriterionDraft {
  readonly class: ProposalClass
  /** What shall hold, clause by clause; joined by AND. */
  readonly clauses: readonly string[]
  readonly commands: readonly string[]
  readonly checks: readonly Check[]
  readonly alternatives: readonly Alternative[]
  readonly reasons: readonly string[]
  readonly warnings: readonly string[]
  readonly score: number
  readonly unusual: boolean
}

export const clauseFor = (command: string, passes: boolean): string => `${command} ${passes ? 'passes' : 'exits 0'}`
