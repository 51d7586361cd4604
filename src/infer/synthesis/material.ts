import type { Wishes } from '../choice/pick.ts'
import { referenceIn } from '../commands/script-book.ts'
import type { Gathered } from '../gather.ts'
import type { Project } from '../project.ts'
import { type Scope, scopeOf } from '../scope/members.ts'
import { wishesOf } from '../scope/words.ts'
import { isCommonWord } from '../task/scope-terms.ts'
import type { TaskReading } from '../task/task-class.ts'

/** Everything that a draft is made from. */
export interface Material {
  readonly task: string
  readonly project: Project
  readonly gathered: Gathered
  readonly reading: TaskReading
  readonly scope: Scope
  readonly wishes: Wishes
}

export function materialOf(task: string, project: Project, gathered: Gathered, reading: TaskReading): Material {
  const wishes = wishesOf(task)
  const words = [...new Set([...wishes.words, ...variantsIn(task, gathered)])]
  return { task, project, gathered, reading, scope: scopeOf(task, project), wishes: { ...wishes, words } }
}

/** "the fp tests", where the project has `test:fp`: the word is no kind that we know, but a name of its own. */
function variantsIn(task: string, { checks }: Gathered): string[] {
  const before = [...task.toLowerCase().matchAll(/\b([a-z][\w-]*) (?:tests?|specs?|suite)\b/g)].map(
    ([, word = '']) => word,
  )
  return before.filter(
    word =>
      !isCommonWord(word) &&
      checks.some(({ partial, command }) => partial && referenceIn(command)?.name.split(/[:_-]/).includes(word)),
  )
}
