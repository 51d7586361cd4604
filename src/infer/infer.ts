import { gather, type Gathered } from './gather.ts'
import type { Project } from './project.ts'
import type { Inference } from './proposal.ts'
import { compose, materialOf } from './synthesis/compose.ts'
import { explicitInference } from './synthesis/explicit.ts'
import { proposalOf } from './synthesis/finish.ts'
import { noCheck, refusedAsVague } from './synthesis/refuse.ts'
import { useCaseInference } from './artifacts/use-case.ts'
import { mainClause } from './task/clauses.ts'
import { commandInTask } from './task/explicit.ts'
import { readTask } from './task/read-task.ts'
import { vagueness } from './task/vague.ts'

/** Says which command would prove the task done in this project, with evidence, or refuses. Pure. */
export function inferCompletion(task: string, project: Project): Inference {
  const command = commandInTask(task)
  if (command !== null) return explicitInference(task, command, project)
  const gathered = gather(project)
  const useCase = useCaseInference(task, project, gathered)
  if (useCase !== null) return useCase
  return fromWords(task, project, gathered)
}

function fromWords(task: string, project: Project, gathered: Gathered): Inference {
  const vague = vagueness(mainClause(task))
  if (vague !== null) return refusedAsVague(task, vague, gathered)
  const reading = readTask(task)
  if (reading === null) return refusedAsVague(task, 'it names no work', gathered)
  const material = materialOf(task, project, gathered, reading)
  const draft = compose(material)
  return draft === null ? noCheck(material) : proposalOf(material, draft)
}
