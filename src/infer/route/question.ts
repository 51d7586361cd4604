import type { ControlAction, KnownLoop } from '../../criteria/request/control.ts'
import { readTask } from '../../criteria/task/read-task.ts'
import type { Purpose } from '../../tools/commands/tool-commands.ts'
import type { Project } from '../../tools/manifests/project.ts'
import { pick } from '../choice/pick.ts'
import { NO_PREFERENCE } from '../choice/rank.ts'
import { gather } from '../gather.ts'

export interface RouteQuestion {
  readonly question: string
  readonly options: readonly string[]
}

const OFFERED: readonly (readonly [Purpose, string])[] = [
  ['test', 'test fixes'],
  ['types', 'type errors'],
  ['lint', 'lint errors'],
  ['build', 'build issues'],
]

/** A command of the project, and what it is good for. */
export interface CommandChoice {
  readonly command: string
  readonly use: string
}

/** The project's own checks, the one that fits the task marked. */
export function commandChoices(task: string, project: Project | null): readonly CommandChoice[] {
  const wanted = readTask(task)?.wants[0] ?? 'test'
  const checks = project === null ? [] : gather(project).checks
  const found = OFFERED.flatMap(([purpose, use]) => {
    const command = pick(checks, purpose, NO_PREFERENCE)?.options[0]?.command
    return command === undefined ? [] : [{ purpose, use, command }]
  })
  const recommended = (found.find(({ purpose }) => purpose === wanted) ?? found[0])?.purpose
  return found.map(({ purpose, use, command }) => ({
    command,
    use: `${purpose === recommended ? 'Recommended for' : 'For'} ${use}`,
  }))
}

/** Asked when the task is clear and nothing measures it. */
export const whichCommand = (task: string, project: Project | null): RouteQuestion => ({
  question: `I'll start an iterative loop for: ${task}\n\nWhat command verifies completion?`,
  options: [...commandChoices(task, project).map(({ command, use }) => `${command} (${use})`), 'Custom command...'],
})

export const whichTask: RouteQuestion = {
  question:
    "I detected an iterative loop request. To start iterating:\n\nWhat task should I repeat until success?\nWhat command tells me when it's done?",
  options: [],
}

export const whichLoop = (action: ControlAction, loops: readonly KnownLoop[]): RouteQuestion => ({
  question: `Which loop do you want to ${action === 'status' ? 'look at' : action}?`,
  options: loops.map(({ loop_id, task }) => `${loop_id} (${task.split('\n')[0]})`),
})

/** The question as a person reads it, options numbered. */
export const questionLines = ({ question, options }: RouteQuestion): readonly string[] => [
  ...question.split('\n'),
  ...(options.length === 0 ? [] : ['', ...options.map((option, index) => `${index + 1}. ${option}`)]),
]
