import { shellQuote } from '../tools/shell/shell-quote.ts'
import { argumentProblem } from './argument-problems.ts'
import type { CommandContext } from './command.ts'
import { retyped } from './retype.ts'

interface TextArgument {
  readonly what: 'task' | 'criterion' | 'sentence'
  /** The command with this text as its argument. */
  readonly quoted: (text: string) => string
}

/** The only argument of a command; null when it is missing. */
export function onlyText(positionals: readonly string[], { what, quoted }: TextArgument): string | null {
  const [text, extra] = positionals
  if (extra !== undefined)
    throw argumentProblem('unquoted-text', { argument: extra, what, usage: quoted(positionals.join(' ')) })
  return text ?? null
}

/** A command without flags that matter. */
export const plainCommand =
  (command: string) =>
  (text: string): string =>
    `agent-loop ${command} ${shellQuote(text)}`

/** The task of a command that starts a loop. */
export function taskArgument(context: CommandContext, command: 'run' | 'start' | 'adopt'): string {
  const quoted = (text: string): string =>
    command === 'adopt' ? plainCommand(command)(text) : retyped(text, context, {}, command)
  const task = onlyText(context.positionals, { what: 'task', quoted }) ?? ''
  if (task.trim() !== '') return task
  throw argumentProblem('missing-text', { what: 'task', usage: `agent-loop ${command} "fix the failing tests"` })
}

const LONGEST_TASK = 20_000

/** The task of a command that must have one. */
export function requiredTask(positionals: readonly string[], command: string): string {
  const task = onlyText(positionals, { what: 'task', quoted: plainCommand(command) }) ?? ''
  if (task.trim() === '')
    throw argumentProblem('missing-text', { what: 'task', usage: plainCommand(command)('fix the failing tests') })
  if (task.length > LONGEST_TASK) throw argumentProblem('task-too-long', { length: task.length, limit: LONGEST_TASK })
  return task
}

export function criterionArgument(positionals: readonly string[], command: string): string {
  const text = onlyText(positionals, { what: 'criterion', quoted: plainCommand(command) })
  if (text === null)
    throw argumentProblem('missing-text', { what: 'criterion', usage: plainCommand(command)('npm test passes') })
  return text
}
