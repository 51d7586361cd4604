import type { Criterion } from '../criteria/criterion.ts'
import type { TaskClass } from '../criteria/task/task-class.ts'
import type { VagueTask } from '../criteria/task/vague.ts'
import type { CommandHazard, Purpose } from '../tools/commands/tool-commands.ts'
import type { ReadingProblem } from '../tools/manifests/project.ts'
import type { EvidencePlace, ProjectEvidence } from './evidence.ts'
import type { Confidence, Proposal } from './proposal.ts'

/** What `infer` decided, as data; `answer/write.ts` puts it into words. */
export type InferenceDecision =
  | ({ readonly kind: 'proposed' } & ProposalDecision)
  | { readonly kind: 'refused'; readonly refusal: InferenceRefusal }

type Verdict = Pick<
  Proposal,
  'class' | 'confidence' | 'expect_now' | 'max_iterations_suggestion' | 'needs_human_confirmation' | 'scope'
>

interface ProposalDecision extends Verdict {
  readonly clauses: readonly CriterionClause[]
  readonly rationale: readonly Argument[]
  readonly rejected: readonly RejectedOption[]
  readonly warnings: readonly ProposalWarning[]
  readonly evidence: readonly ProjectEvidence[]
}

/** One part of a criterion: a command and the word for its success, or something else that must hold. */
export type CriterionClause =
  | { readonly command: string; readonly verdict: 'passes' | 'exits 0' }
  | { readonly goal: Criterion }

/** One line of the rationale: evidence, or our own reason with the place that it rests on. */
export type Argument = ProjectEvidence | { readonly reason: ProposalReason; readonly place: EvidencePlace | null }

export type ProposalReason =
  | { readonly code: 'task-class'; readonly phrase: string; readonly class: TaskClass }
  | { readonly code: 'task-names-check'; readonly command: string }
  | { readonly code: 'use-case'; readonly id: string }
  | { readonly code: 'explicit-use-case' }
  | { readonly code: 'new-test'; readonly class: TaskClass }
  | { readonly code: 'threshold-configured'; readonly source: string; readonly line: number; readonly value: number }
  | { readonly code: 'threshold-in-task'; readonly sign: '>' | '>='; readonly value: number }
  | { readonly code: 'no-threshold' }
  | { readonly code: 'more-tests' }
  | { readonly code: 'no-documentation-linter' }
  | { readonly code: 'must-change'; readonly files: readonly string[] }
  | { readonly code: 'tests-for-new-code' }
  | { readonly code: 'other-spelling-in-ci'; readonly option: RejectedOption }
  | { readonly code: 'confidence'; readonly confidence: Confidence }
  | { readonly code: 'iterations'; readonly iterations: number }
  | { readonly code: 'unknown-verb'; readonly phrase: string }
  /** `index` among the options, in our order; -1 for none of them. */
  | { readonly code: 'chosen-by'; readonly name: string; readonly index: number }

/** A criterion that was considered, and why another was chosen. */
export interface RejectedOption {
  readonly clauses: readonly CriterionClause[]
  readonly because: Rejection
  /** Where CI runs it, although documents name another: who is asked sees both. */
  readonly inCi?: ProjectEvidence
}

type Rejection =
  | { readonly code: 'other-purpose'; readonly main: Purpose; readonly chosen: string }
  | {
      readonly code: 'weaker-source'
      readonly chosen: string
      readonly chosenSource: string
      readonly source: string
      readonly inCi: boolean
    }
  | { readonly code: 'farther-from-task'; readonly chosen: string }
  | { readonly code: 'not-in-ci' }
  | { readonly code: 'not-bound-to-use-case'; readonly id: string }
  | { readonly code: 'other-chosen-by'; readonly name: string }

export type ProposalWarning =
  | { readonly code: 'no-tests' }
  | { readonly code: 'not-checked'; readonly purpose: Purpose }
  | { readonly code: 'no-threshold' }
  | { readonly code: 'compares-with-start' }
  | { readonly code: 'only-change-proven' }
  | { readonly code: 'weak-gate' }
  | { readonly code: 'declared-elsewhere'; readonly name: string }
  | { readonly code: 'documentation-content-unchecked' }
  | { readonly code: 'needs-network' | 'depends-on-clock' | 'may-never-end'; readonly command: string }
  | { readonly code: 'hazard'; readonly hazard: CommandHazard; readonly command: string }
  | { readonly code: 'degenerate-script'; readonly evidence: ProjectEvidence }
  | { readonly code: 'reading-problem'; readonly problem: ReadingProblem }

export type InferenceRefusal =
  | {
      readonly code: 'vague-task'
      readonly task: string
      readonly why: VagueTask
      /** Checks of the project that could be the criterion instead. */
      readonly commands: readonly string[]
      /** What these check. */
      readonly has: readonly Purpose[]
    }
  | {
      readonly code: 'no-check'
      readonly purpose: Purpose
      readonly phrase: string
      readonly class: TaskClass
      readonly degenerate: readonly ProjectEvidence[]
      readonly suite: string | null
    }
