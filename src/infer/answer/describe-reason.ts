import { describeCriterion } from '../../criteria/describe.ts'
import type { CriterionClause, ProposalReason, RejectedOption } from '../decision.ts'
import type { Alternative, Confidence } from '../proposal.ts'

/** A criterion as a person would write it. */
export const criterionText = (clauses: readonly CriterionClause[]): string =>
  clauses
    .map(clause => ('goal' in clause ? describeCriterion(clause.goal) : `${clause.command} ${clause.verdict}`))
    .join(' AND ')

export function describeReason(reason: ProposalReason): string {
  switch (reason.code) {
    case 'task-class':
      return `Task phrase "${reason.phrase}" triggers ${reason.class}`
    case 'task-names-check':
      return `The task names its own check: \`${reason.command}\``
    case 'use-case':
      return `Tests must verify all acceptance criteria from ${reason.id}`
    case 'explicit-use-case':
      return 'Confidence is high: the acceptance criteria are explicit.'
    case 'new-test':
      return `Also required: ${reason.class === 'bug-fix' ? 'a new test for this bug that failed before the change and passes after it' : 'passing tests for the new code'}.`
    case 'threshold-configured':
      return `${reason.source}:${reason.line} sets the threshold to ${reason.value}%`
    case 'threshold-in-task':
      return `The task asks for ${reason.sign} ${reason.value}%`
    case 'no-threshold':
      return 'No threshold is named or configured; the goal is more coverage than before the first turn.'
    case 'more-tests':
      return 'The task asks for tests, so more of them must pass than before the first turn.'
    case 'no-documentation-linter':
      return 'No documentation linter was found in this project, so this is a rule about its files.'
    case 'must-change':
      return `${reason.files.length > 0 ? reason.files.join(', ') : 'The tree'} must differ from the loop's baseline`
    case 'tests-for-new-code':
      return 'What should hold: tests exist for the new code AND those tests pass.'
    case 'other-spelling-in-ci': {
      const { criterion, rejected_because } = describeRejected(reason.option)
      return `CI uses another spelling: ${criterion}; ${rejected_because}`
    }
    case 'confidence':
      return `Confidence is ${reason.confidence}: ${WHY[reason.confidence]}.`
    case 'iterations':
      return reason.iterations > 10
        ? `Suggested limit: ${reason.iterations} turns, because migrations and large refactorings take longer.`
        : `Suggested limit: ${reason.iterations} turns, the same as for most tasks.`
    case 'unknown-verb':
      return `"${reason.phrase}" is not a verb that agent-loop knows, so the criterion only requires that nothing breaks.`
    case 'chosen-by':
      return CHOSEN[Math.sign(reason.index)]?.replace('NAME', reason.name) ?? ''
  }
}

const CHOSEN: Readonly<Record<number, string>> = {
  '-1': 'NAME (--infer-with) found none of the possible criteria right; this is the best by evidence.',
  0: 'NAME (--infer-with) agrees with this criterion.',
  1: 'NAME (--infer-with) chose this criterion among those that the evidence supports.',
}

const WHY: Readonly<Record<Confidence, string>> = {
  high: 'the command is documented for agents, several layers name it, or the project has no other',
  medium:
    'only one layer names the command, another one scores almost as high, or the task asks for more than it checks',
  low: 'there is little evidence for the command',
}

export const describeRejected = ({ clauses, because }: RejectedOption): Alternative => ({
  criterion: criterionText(clauses),
  rejected_because: rejectionText(because),
})

function rejectionText(because: RejectedOption['because']): string {
  switch (because.code) {
    case 'other-purpose':
      return `it is mainly for ${because.main}; \`${because.chosen}\` is the dedicated command`
    case 'weaker-source':
      return `${because.chosenSource} names \`${because.chosen}\`, which weighs more than ${because.source}`
    case 'farther-from-task':
      return `\`${because.chosen}\` is closer to the task`
    case 'not-in-ci':
      return 'neither CI nor the documents require it'
    case 'not-bound-to-use-case':
      return `it does not name ${because.id}`
    case 'other-chosen-by':
      return `${because.name} (--infer-with) chose another`
  }
}
