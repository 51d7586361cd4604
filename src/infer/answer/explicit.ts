import { hazardOf } from '../../tools/hazards.ts'
import type { Project } from '../../tools/project.ts'
import type { Inference } from '../proposal.ts'

/** The task is itself a criterion; its command is taken as it stands. */
export function explicitInference(task: string, command: string, project: Project): Inference {
  const hazard = hazardOf(command)
  const warnings = [
    ...(hazard === null ? [] : [`\`${command}\` ${HAZARD_WORDS[hazard]}; look at it before you rely on it.`]),
    ...project.warnings,
  ]
  return {
    kind: 'proposed',
    proposal: {
      criterion: command
        .split(' && ')
        .map(part => `${part} exits 0`)
        .join(' AND '),
      verification_command: command,
      rationale: [`The task names its own check: \`${command}\` (Layer 1, task:1)`],
      confidence: hazard === null ? 'high' : 'medium',
      alternatives_considered: [],
      max_iterations_suggestion: 10,
      needs_human_confirmation: hazard !== null,
      class: 'explicit',
      scope: 'as the command says',
      expect_now: 'failing',
      warnings,
      evidence: [{ layer: 1, source: 'task', line: 1, says: `"${task.slice(0, 120)}" names \`${command}\`` }],
    },
  }
}

const HAZARD_WORDS = {
  rewrites: 'rewrites files',
  'never-ends': 'may never end',
  publishes: 'publishes something',
  installs: 'installs something',
  runs: 'only runs something',
  'cannot-fail': 'cannot fail',
  empty: 'checks nothing',
  measures: 'measures, it does not judge',
} as const
