import type { Wishes } from '../choice/pick.ts'
import type { Gathered } from '../gather.ts'
import type { Project } from '../project.ts'
import { type Scope, scopeOf } from '../scope/members.ts'
import { wishesOf } from '../scope/words.ts'
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
  return { task, project, gathered, reading, scope: scopeOf(task, project), wishes: wishesOf(task) }
}
