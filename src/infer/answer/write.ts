import { allOf, type Criterion } from '../../criteria/criterion.ts'
import { exits } from '../../criteria/reading.ts'
import { toShell } from '../../criteria/to-shell.ts'
import type { Argument, CriterionClause, InferenceDecision } from '../decision.ts'
import type { Inference } from '../proposal.ts'
import { cited, describeEvidence } from './describe-evidence.ts'
import { criterionText, describeReason, describeRejected } from './describe-reason.ts'
import { describeRefusal } from './describe-refusal.ts'
import { describeWarning } from './describe-warning.ts'

/** Puts a decision into words: the document that people and programs read. */
export function written(decision: InferenceDecision): Inference {
  if (decision.kind === 'refused') {
    const { refusal } = decision
    const understood = refusal.code === 'no-check' ? `task phrase "${refusal.phrase}" → ${refusal.class}` : null
    return { kind: 'refused', refused: describeRefusal(refusal), understood }
  }
  return {
    kind: 'proposed',
    done: allOf(decision.clauses.map(asCriterion)),
    proposal: {
      criterion: criterionText(decision.clauses),
      verification_command: decision.clauses.map(asLine).join(' && '),
      rationale: decision.rationale.map(argumentText),
      confidence: decision.confidence,
      alternatives_considered: decision.rejected.map(describeRejected),
      max_iterations_suggestion: decision.max_iterations_suggestion,
      needs_human_confirmation: decision.needs_human_confirmation,
      class: decision.class,
      scope: decision.scope,
      expect_now: decision.expect_now,
      warnings: decision.warnings.map(describeWarning),
      evidence: decision.evidence.map(evidence => ({
        layer: evidence.layer,
        source: evidence.source,
        line: evidence.line,
        says: describeEvidence(evidence),
      })),
    },
  }
}

const asCriterion = (clause: CriterionClause): Criterion =>
  'goal' in clause ? clause.goal : exits(clause.command, criterionText([clause]))

/** The number of tests that a command prints is compared by agent-loop; for all else, the line stands alone. */
function asLine(clause: CriterionClause): string {
  if (!('goal' in clause)) return clause.command
  const { goal } = clause
  const isCount = goal.kind === 'output_threshold' && goal.value !== 'baseline' && goal.measure.kind !== 'coverage'
  return isCount ? goal.command : toShell(goal)
}

const argumentText = (argument: Argument): string =>
  'fact' in argument
    ? cited(describeEvidence(argument), argument)
    : cited(describeReason(argument.reason), argument.place)
