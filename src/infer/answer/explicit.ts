import { hazardOf } from '../../tools/commands/hazards.ts'
import type { Project } from '../../tools/manifests/project.ts'
import type { InferenceDecision, ProposalWarning } from '../decision.ts'
import type { ProjectEvidence } from '../evidence.ts'
import { exitsWithZero } from '../synthesis/draft.ts'
import { readingProblems } from './reading-problems.ts'

/** The task is itself a criterion; its command is taken as it is written. */
export function explicitDecision(
  task: string,
  command: string,
  project: Project,
  isCertain = true,
  documented: readonly ProjectEvidence[] = [],
): InferenceDecision {
  const found = hazardOf(command)
  // `test -f done` proves little in general, but here somebody asked for exactly that.
  const hazard = found === 'runs' ? null : found
  const doubts: ProposalWarning[] = hazard === null ? [] : [{ code: 'hazard', hazard, command }]
  return {
    kind: 'proposed',
    // What changes the folder or opens a subshell is one line.
    clauses: /(?:^|\s)cd\s|[()]/.test(command) ? [exitsWithZero(command)] : command.split(' && ').map(exitsWithZero),
    rationale: documented.length > 0 ? documented : [{ reason: { code: 'task-names-check', command }, place: null }],
    confidence: hazard === null && isCertain ? 'high' : 'medium',
    rejected: [],
    max_iterations_suggestion: 10,
    needs_human_confirmation: hazard !== null || !isCertain,
    class: 'explicit',
    scope: 'as the command says',
    expect_now: 'failing',
    warnings: [...doubts, ...readingProblems(project)],
    evidence:
      documented.length > 0
        ? documented
        : [{ layer: 1, source: 'task', line: 1, fact: { code: 'command-in-task', task, command } }],
  }
}
