import { readTask } from '../task/read-task.ts'
import { tidiedCondition } from './completion.ts'
import { impliedTask } from './implied-task.ts'
import type { Cue } from './loop-cue.ts'
import { meantBy } from './meaning.ts'
import { isRepair } from './verbs.ts'

export type TaskFrom = 'explicit' | 'implied' | 'conversation'

/** The parts found in a request, before any conclusion. */
export interface Request {
  readonly cue: Pick<Cue, 'task' | 'goesOn' | 'bareVerb' | 'condition'>
  readonly because: readonly string[]
  /** The thing that a statement before it was about. */
  readonly spokenOf: string | null
  /** The last thing that was stated before it: "The importer drops rows. Ralph it." */
  readonly said: string | null
}

interface RequestSummary {
  readonly task: string | null
  readonly from: TaskFrom
  readonly completion: string | null
}

const FIXING =
  /^(?:fix|run|go|loop|test|repair|iterate|repeat|retry|work|continue|try|do|rerun|debug|solve|resolve|ralph)$/

const REPAIRS = /^(?:fix|repair|debug|solve|resolve)$/

/** "The importer drops rows" is the work itself; "the tests are red" is what the end says, too. */
function tellsBug(statement: string): boolean {
  const reading = readTask(statement)
  return reading === null || reading.class === 'bug-fix' || reading.unusual
}

/** The task: in its own words, otherwise from the conversation, otherwise from the end. */
export function withTask(
  { cue, spokenOf, said }: Pick<Request, 'cue' | 'spokenOf' | 'said'>,
  talked: string | null,
): RequestSummary {
  const condition = cue.condition === null ? null : tidiedCondition(cue.condition)
  const meant = condition === null ? { completion: null, about: null } : meantBy(condition, cue.task, spokenOf)
  if (cue.task !== '') return { task: cue.task, from: 'explicit', completion: meant.completion }
  if (meant.about !== null)
    return {
      task: `${cue.bareVerb === null || cue.bareVerb === 'run' ? 'fix' : cue.bareVerb} ${meant.about}`,
      from: 'explicit',
      completion: meant.completion,
    }
  if (said !== null && cue.bareVerb !== null && REPAIRS.test(cue.bareVerb) && tellsBug(said))
    return { task: `${said}; ${cue.bareVerb} it`, from: 'explicit', completion: meant.completion }
  const implied =
    cue.bareVerb === null || FIXING.test(cue.bareVerb)
      ? impliedBy(condition, meant.completion)
      : soThat(cue.bareVerb, meant.completion)
  const [task, from] =
    cue.goesOn && talked !== null
      ? [talked, 'conversation' as const]
      : implied !== null
        ? [implied, 'implied' as const]
        : [talked, 'conversation' as const]
  return { task, from, completion: meant.completion }
}

/** "keep refactoring until no function is longer than 60 lines" names the work and, in its end, the goal. */
const soThat = (verb: string, completion: string | null): string | null =>
  completion !== null && isRepair(verb) ? `${verb} so that ${completion}` : null

function impliedBy(condition: string | null, completion: string | null): string | null {
  if (condition === null) return null
  if (/^(?:it )?(?:'s |is |all )*green$/i.test(condition)) return 'fix tests'
  if (/^(?:(?:it|everything|all)(?:'s| is| gets)? )?(?:all )?(?:pass(?:es|ing)?|green)$/i.test(condition))
    return 'fix failing tests'
  return completion === null ? null : impliedTask(completion)
}
