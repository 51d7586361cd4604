import type { Gathered } from '../gather.ts'
import type { Project } from '../project.ts'
import type { Inference } from '../proposal.ts'

/** Layer 5. */
export function useCaseInference(_task: string, _project: Project, _gathered: Gathered): Inference | null {
  return null
}
