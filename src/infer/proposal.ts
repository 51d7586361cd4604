import type { Criterion } from '../criteria/criterion.ts'
import type { TaskClass } from '../criteria/task/task-class.ts'
import type { EvidencePlace } from './evidence.ts'

export type Confidence = 'high' | 'medium' | 'low'
export type ProposalClass = TaskClass | 'structural'

/** A criterion that we inferred, in the spelling that other programs read. */
export interface Proposal {
  readonly criterion: string
  readonly verification_command: string
  readonly rationale: readonly string[]
  readonly confidence: Confidence
  readonly alternatives_considered: readonly Alternative[]
  readonly max_iterations_suggestion: number
  readonly needs_human_confirmation: boolean
  readonly class: ProposalClass
  readonly scope: string
  readonly expect_now: 'failing' | 'passing' | 'either'
  readonly warnings: readonly string[]
  readonly evidence: readonly LayerEvidence[]
}

/** Evidence in words; no code reads `says`. */
export interface LayerEvidence extends EvidencePlace {
  readonly says: string
}

export interface Alternative {
  readonly criterion: string
  readonly rejected_because: string
}

export interface Refusal {
  readonly because: string
  readonly try: readonly string[]
}

export type Inference =
  /** `done` is the criterion as data; the words and the command of the proposal are made from it. */
  | { readonly kind: 'proposed'; readonly proposal: Proposal; readonly done: Criterion }
  /** `understood`: what the task asks for, if that is clear and only the check is missing. */
  | { readonly kind: 'refused'; readonly refused: Refusal; readonly understood: string | null }

/** The document that `infer` prints: one root, one of two names. */
export const documentOf = (inference: Inference): Readonly<Record<string, Proposal | Refusal>> =>
  inference.kind === 'proposed' ? { proposed_completion: inference.proposal } : { refused: inference.refused }
