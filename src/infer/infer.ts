import { mainClause } from '../criteria/task/clauses.ts'
import { scriptNamed } from '../criteria/task/named-script.ts'
import { readTask } from '../criteria/task/read-task.ts'
import { isAbstract, vagueness } from '../criteria/task/vague.ts'
import { hazardOf } from '../tools/hazards.ts'
import { invocation, packageManager } from '../tools/manifests/package-manager.ts'
import { folderAt, type Project } from '../tools/project.ts'
import { scriptsOf } from '../tools/scripts/folder-scripts.ts'
import { explicitInference } from './answer/explicit.ts'
import { proposalOf } from './answer/finish.ts'
import { noCheck, refusedAsVague } from './answer/refuse.ts'
import { useCaseInference } from './artifacts/use-case.ts'
import { type GatheredEvidence, gather } from './gather.ts'
import type { Inference } from './proposal.ts'
import { compose } from './synthesis/compose.ts'
import { materialOf } from './synthesis/material.ts'
import { commandInTask } from './task/explicit.ts'
import { projectNames } from './task/project-names.ts'

/** Says which command would prove the task done in this project, with evidence, or refuses. Pure. */
export function inferCompletion(task: string, project: Project): Inference {
  const command = commandInTask(task)
  if (command !== null) return explicitInference(task, command, project)
  const gathered = gather(project)
  const useCase = useCaseInference(task, project, gathered)
  if (useCase !== null) return useCase
  return fromWords(task, project, gathered)
}

function fromWords(task: string, project: Project, gathered: GatheredEvidence): Inference {
  const script = namedScript(mainClause(task), project)
  if (script !== null) return explicitInference(task, script, project)
  const vague = vagueness(mainClause(task), projectNames(project))
  if (vague !== null) return refusedAsVague(task, vague, gathered)
  const reading = readTask(task)
  if (reading === null) return refusedAsVague(task, 'it names no work', gathered)
  const [, ...object] = mainClause(task).split(' ')
  if (reading.unusual && isAbstract(object.join(' ')))
    return refusedAsVague(task, `"${object.join(' ')}" cannot be measured`, gathered)
  const material = materialOf(task, project, gathered, reading)
  const draft = compose(material)
  return draft === null ? noCheck(material) : proposalOf(material, draft)
}

const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '')

/** "make it bootstrap", where the project has a script of that name. */
function namedScript(clause: string, project: Project): string | null {
  const name = scriptNamed(clause)
  if (name === null) return null
  const script = scriptsOf(project, '')
    .all()
    .find(one => one.name === name || (one.runner === 'file' && baseOf(one.name) === name))
  const atRoot = folderAt(project, '').files.includes(name) && !name.includes('.') ? `./${name}` : null
  const line = script === undefined ? atRoot : invocation(script, packageManager(project))
  return line === null || hazardOf(line) !== null || (script !== undefined && hazardOf(script.body) === 'publishes')
    ? null
    : line
}
