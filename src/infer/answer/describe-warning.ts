import type { CommandHazard } from '../../tools/commands/tool-commands.ts'
import type { ReadingProblem } from '../../tools/manifests/project.ts'
import type { ProposalWarning } from '../decision.ts'
import { describeEvidence } from './describe-evidence.ts'

export function describeWarning(warning: ProposalWarning): string {
  switch (warning.code) {
    case 'no-tests':
      return 'No test suite was found in this project, so this check cannot notice broken behavior.'
    case 'not-checked':
      return `No ${warning.purpose} command was found in the project, so the criterion contains none.`
    case 'no-threshold':
      return 'No coverage threshold is known. Name one in the task, or confirm that any increase is enough.'
    case 'only-change-proven':
      return 'This only checks that something changed, not that the task is done. Confirm only if that is enough.'
    case 'compares-with-start':
      return 'The verification command cannot pass outside a loop, because only a loop knows the value from before its first turn.'
    case 'declared-elsewhere':
      return `Several files declare ${warning.name}, so its absence is not checked. Name the file in the task, or supply --completion.`
    case 'weak-gate':
      return 'This is a weak gate. Consider supplying --completion, or adding a test suite first.'
    case 'documentation-content-unchecked':
      return 'The rule checks that documentation exists, not that it is correct.'
    case 'needs-network':
      return `\`${warning.command}\` needs the network; its result may change although the project does not.`
    case 'depends-on-clock':
      return `\`${warning.command}\` depends on the clock.`
    case 'may-never-end':
      return `\`${warning.command}\` may never end.`
    case 'hazard':
      return `\`${warning.command}\` ${HAZARD_WORDS[warning.hazard]}; review it before you rely on it.`
    case 'degenerate-script':
      return `${describeEvidence(warning.evidence)} (${warning.evidence.source}:${warning.evidence.line})`
    case 'reading-problem':
      return describeReadingProblem(warning.problem)
  }
}

const HAZARD_WORDS: Readonly<Record<CommandHazard, string>> = {
  rewrites: 'rewrites files',
  'never-ends': 'may never end',
  publishes: 'publishes something',
  installs: 'installs something',
  runs: 'runs a program, but checks nothing',
  'cannot-fail': 'cannot fail',
  empty: 'checks nothing',
  measures: 'reports a number and never fails',
}

function describeReadingProblem(problem: ReadingProblem): string {
  switch (problem.code) {
    case 'unreadable':
      return `${problem.path === '' ? 'the project folder' : problem.path} could not be read (${problem.reason})`
    case 'outside-link':
      return `${problem.path} is a link out of the project and was not followed`
    case 'not-text':
      return `the file ${problem.path} is not text, so it was not read`
    case 'too-large':
      return `${problem.path} has ${problem.megabytes} MB and was not read`
    case 'bad-syntax':
      return `${problem.path} could not be parsed as ${problem.format} (${problem.reason})`
    case 'too-many-folders':
      return `the project has more than ${problem.limit} folders; those deeper than ${problem.depth} levels were skipped`
    case 'too-much-text':
      return `more than ${problem.megabytes} MB of manifests and documents; the rest was not read`
  }
}
