import { argumentProblem } from './argument-problems.ts'

interface TextArgument {
  readonly what: 'task' | 'criterion'
  readonly usage: string
}

/** The only argument of a command; null when it is missing. */
function onlyText([text, extra]: readonly string[], about: TextArgument): string | null {
  if (extra !== undefined) throw argumentProblem('unquoted-text', { argument: extra, ...about })
  return text ?? null
}

/** The task of a command that starts a loop. */
export function taskArgument(positionals: readonly string[], command: 'run' | 'start' | 'adopt'): string {
  const task = onlyText(positionals, { what: 'task', usage: `agent-loop ${command} "<task>"` }) ?? ''
  if (task.trim() !== '') return task
  throw argumentProblem('missing-text', { what: 'task', usage: `agent-loop ${command} "fix the failing tests"` })
}

const LONGEST_TASK = 20_000

/** The task of a command that must have one. */
export function requiredTask(positionals: readonly string[], usage: string): string {
  const task = onlyText(positionals, { what: 'task', usage }) ?? ''
  if (task.trim() === '') throw argumentProblem('missing-text', { what: 'task', usage })
  if (task.length > LONGEST_TASK) throw argumentProblem('task-too-long', { length: task.length, limit: LONGEST_TASK })
  return task
}

export function criterionArgument(positionals: readonly string[], usage: string): string {
  const text = onlyText(positionals, { what: 'criterion', usage })
  if (text === null) throw argumentProblem('missing-text', { what: 'criterion', usage })
  return text
}
