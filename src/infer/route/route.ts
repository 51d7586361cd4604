import { measurable } from '../../criteria/request/completion.ts'
import type { ControlRequest, KnownLoop } from '../../criteria/request/control.ts'
import { readConversation } from '../../criteria/request/conversation.ts'
import type { SaidLimits } from '../../criteria/request/limits.ts'
import { ISSUES } from '../../criteria/request/loop-cue.ts'
import type { AssistantProvider } from '../../criteria/request/provider.ts'
import { readUtterance, type UtteranceReading } from '../../criteria/request/read-utterance.ts'
import type { TaskFrom } from '../../criteria/request/task-of-request.ts'
import { mainClause } from '../../criteria/task/clauses.ts'
import { vagueness } from '../../criteria/task/vague.ts'
import type { Project } from '../../tools/manifests/project.ts'
import { inferCompletion } from '../infer.ts'
import { type RouteQuestion, whichCommand, whichLoop, whichTask } from './question.ts'

/** How a sentence said to an assistant is understood and where it runs, in the spelling that other programs read. */
export interface Routing {
  readonly route: 'native-goal' | 'in-session' | 'external' | 'ask' | 'none'
  readonly task: string | null
  readonly task_from: TaskFrom | null
  readonly completion: string | null
  readonly limits: SaidLimits
  readonly loop_id: string | null
  readonly external_because: readonly string[]
  readonly goal_command: string | null
  readonly ask: RouteQuestion | null
  readonly control: ControlRequest | null
}

export interface RouteOptions {
  /** The conversation so far: messages as JSON, or text with the speakers' names. */
  readonly conversation?: string
  readonly provider?: AssistantProvider | null
  /** The result of `readProject`; without it only the words are judged. */
  readonly project?: Project | null
  /** Loops that could be meant by "the loop". */
  readonly loops?: readonly KnownLoop[]
}

/** Understands an utterance. Pure: starts nothing, reads nothing. */
export function route(utterance: string, options: RouteOptions = {}): Routing {
  const loops = options.loops ?? []
  const reading = readUtterance(utterance, {
    conversation: readConversation(options.conversation ?? ''),
    loops,
    isRequest: false,
  })
  const routing = unanswered(reading)
  if (reading.unclear !== null) return { ...routing, route: 'ask', ask: whichLoop(reading.unclear, loops) }
  if (!reading.asksForLoop) return routing
  const { task, completion } = reading
  if (task === null) return { ...routing, route: 'ask', ask: whichTask }
  const project = options.project ?? null
  const known = project !== null && hasFiles(project) ? project : null
  // As on the command line: with an end in general words ("until no errors"), the whole sentence is what inference reads.
  const isGeneral = completion !== null && known !== null && measurable(completion) === 'no'
  const criterion = isGeneral ? criterionOf(utterance, null, known) : criterionOf(task, completion, known)
  if (criterion.kind === 'refused') return { ...routing, route: 'ask', ask: whichCommand(task, known) }
  if (reading.externalBecause.length > 0) return { ...routing, route: 'external' }
  if (options.provider?.nativeGoal !== true) return { ...routing, route: 'in-session' }
  // A goal without an end would be a second loop with nothing to stop it.
  if (criterion.words === null) return { ...routing, route: 'ask', ask: whichCommand(task, known) }
  return { ...routing, route: 'native-goal', goal_command: goalCommand(task, criterion.words) }
}

const unanswered = (reading: UtteranceReading): Routing => ({
  route: 'none',
  task: reading.task,
  task_from: reading.task === null ? null : reading.taskFrom,
  completion: reading.completion,
  limits: reading.limits,
  loop_id: reading.loopId,
  external_because: reading.externalBecause,
  goal_command: null,
  ask: null,
  control: reading.control,
})

const hasFiles = ({ tree }: Project): boolean => [...tree.values()].some(({ files }) => files.length > 0)

type Found = { readonly kind: 'words'; readonly words: string | null } | { readonly kind: 'refused' }

/** The person's words where they can be measured; else what the project says; a refusal is a reason to ask. */
function criterionOf(task: string, completion: string | null, project: Project | null): Found {
  if (completion !== null)
    return project !== null && measurable(completion) === 'unread'
      ? { kind: 'refused' }
      : { kind: 'words', words: completion }
  const refused: Found = ISSUES.test(task) ? { kind: 'words', words: null } : { kind: 'refused' }
  if (project === null) return vagueness(mainClause(task)) === null ? { kind: 'words', words: null } : refused
  const inference = inferCompletion(task, project)
  return inference.kind === 'refused' ? refused : { kind: 'words', words: inference.proposal.criterion }
}

const goalCommand = (task: string, criterion: string): string =>
  `/goal "${[task, `completion: ${criterion}`].map(oneLine).join('; ')}"`

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').replaceAll('"', "'").trim()
