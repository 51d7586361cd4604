import type { Project } from '../../tools/manifests/project.ts'
import type { ProposalWarning } from '../decision.ts'

/** Files that could not be read may have named a better command. */
export const readingProblems = ({ problems }: Project): ProposalWarning[] =>
  problems.map(problem => ({ code: 'reading-problem', problem }))
