import type { NamedObject } from '../../criteria/task/named-object.ts'
import type { Check } from '../choice/checks.ts'
import type { CriterionClause, ProposalReason, ProposalWarning, RejectedOption } from '../decision.ts'
import type { ProposalClass } from '../proposal.ts'

/** A proposal before it was judged. */
export interface CriterionDraft {
  readonly class: ProposalClass
  /** What must hold, clause by clause; joined by AND. */
  readonly clauses: readonly CriterionClause[]
  readonly commands: readonly string[]
  readonly checks: readonly Check[]
  /** What the task names and a clause is about. */
  readonly named: readonly NamedObject[]
  readonly rejected: readonly RejectedOption[]
  readonly reasons: readonly ProposalReason[]
  readonly warnings: readonly ProposalWarning[]
  readonly score: number
  readonly unusual: boolean
}

export const exitsWithZero = (command: string): CriterionClause => ({ command, verdict: 'exits 0' })
