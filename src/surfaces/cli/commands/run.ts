import { createAgentLoop, type RunRequest } from '../../../agent-loop.ts'
import { parseCriterion } from '../../../criteria/parse.ts'
import type { CommandBook } from '../../../criteria/reading.ts'
import { treeOf } from '../../../host/tree.ts'
import type { LoopEvent } from '../../../loop/events.ts'
import { exitCodeOf } from '../../../loop/outcome.ts'
import { loadSettings, type Settings } from '../../../settings.ts'
import { EXIT } from '../../../std/exit-codes.ts'
import { UsageError } from '../../../std/usage-error.ts'
import type { Command, CommandContext } from '../command.ts'
import { commandBookOf } from '../command-book.ts'
import { givenSettings, LOOP_FLAGS } from '../loop-flags.ts'
import { renderer } from '../render.ts'
import { onSecondSignal } from '../signals.ts'

export const run: Command = {
  summary: 'Runs an agent in a loop, here, until the criterion holds.',
  usage: 'agent-loop run "<task>" -c "<command>" --agent-cmd "<command>"',
  flags: LOOP_FLAGS,

  async run(context) {
    const settings = await loadSettings(givenSettings(context.flags), context.env, treeOf(context.cwd))
    const request = requestFrom(context, settings)
    const loop = createAgentLoop({
      cwd: context.cwd,
      env: context.env,
      stateDirectory: settings.stateDirectory,
      emit: unlessClogged(context, context.json ? jsonLines(context) : renderer(context.out, coloured(context))),
      onWarning: message => context.err(`agent-loop: ${message}`),
      onKillSwitch: onSecondSignal,
    })
    const { outcome, spec } = await loop.run(request, context.signal)
    if (!context.json) context.out(`  more        ${loop.viewOf(spec.id)}`)
    return outcome ? exitCodeOf(outcome) : EXIT.gateBroken
  },
}

function requestFrom({ positionals, flags, cwd }: CommandContext, settings: Settings): RunRequest {
  const id = flags.text('loop-id')
  return {
    task: taskFrom(positionals),
    criterion: criterionFrom(settings.completion, commandBookOf(treeOf(cwd))),
    agent: settings.agent ?? noAgent(),
    limits: settings.limits,
    ...(id === undefined ? {} : { id }),
  }
}

function taskFrom(positionals: readonly string[]): string {
  const [task = '', extra] = positionals
  if (task.trim() === '')
    throw new UsageError(
      'bad-arguments',
      'No task is given.',
      'agent-loop run "fix the failing tests" -c "npm test" --agent-cmd "…"',
    )
  if (extra !== undefined)
    throw new UsageError(
      'bad-arguments',
      `One task is expected, and "${extra}" is a second one.`,
      'Put the task in quotes.',
    )
  return task.trim()
}

function criterionFrom(completion: string | null, commands: CommandBook) {
  if (completion === null) {
    throw new UsageError(
      'no-criterion',
      'Nothing says when the work is done.',
      'Give a command that fails until it is: -c "npm test"',
    )
  }
  const parsed = parseCriterion(completion, commands)
  if (parsed.ok) return parsed.value.criterion
  throw new UsageError('no-criterion', `The criterion cannot be measured: ${parsed.error.message}.`, parsed.error.hint)
}

function noAgent(): never {
  throw new UsageError('no-agent', 'No agent is given.', 'Name the command that runs yours: --agent-cmd "claude -p"')
}

const unlessClogged =
  ({ clogged }: CommandContext, show: (event: LoopEvent) => void) =>
  (event: LoopEvent): void => {
    if (event.kind !== 'turn-text' || !clogged()) show(event)
  }

const jsonLines =
  ({ out }: CommandContext) =>
  (event: LoopEvent): void =>
    out(JSON.stringify(event))

const coloured = ({ terminal, env }: CommandContext): boolean => terminal && !env['NO_COLOR']
