import { isCommonWord } from '../../criteria/task/scope-terms.ts'
import type { TaskReading } from '../../criteria/task/task-class.ts'
import { referenceIn } from '../../tools/commands/script-book.ts'
import type { Project } from '../../tools/manifests/project.ts'
import type { TaskPreference } from '../choice/rank.ts'
import type { GatheredEvidence } from '../gather.ts'
import { type ProjectScope, scopeOf } from '../scope/members.ts'
import { preferenceOf } from '../scope/words.ts'

/** Everything that a draft is made from. */
export interface Material {
  readonly task: string
  readonly project: Project
  readonly gathered: GatheredEvidence
  readonly reading: TaskReading
  readonly scope: ProjectScope
  readonly preference: TaskPreference
}

export function materialOf(task: string, project: Project, gathered: GatheredEvidence, reading: TaskReading): Material {
  const preference = preferenceOf(task)
  const words = [...new Set([...preference.words, ...variantsIn(task, gathered)])]
  return { task, project, gathered, reading, scope: scopeOf(task, project), preference: { ...preference, words } }
}

/** "the fp tests", where the project has `test:fp`: the word is no kind that we know, but a name of its own. */
function variantsIn(task: string, { checks }: GatheredEvidence): string[] {
  const before = [
    ...task.toLowerCase().matchAll(/\b([a-z][\w-]*) (?:tests?|specs?|suite|builds?|job|checks?|scripts?)\b/g),
  ].map(([, word = '']) => word)
  return before.filter(
    word =>
      !isCommonWord(word) &&
      checks.some(({ partial, command }) => partial && referenceIn(command)?.name.split(/[:_-]/).includes(word)),
  )
}
