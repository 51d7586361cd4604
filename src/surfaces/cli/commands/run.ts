import { createAgentLoop } from '../../../agent-loop.ts'
import { treeOf } from '../../../host/tree.ts'
import type { LoopEvent } from '../../../loop/events.ts'
import { exitCodeOf } from '../../../loop/outcome.ts'
import { loadSettings } from '../../../settings/load.ts'
import { EXIT } from '../../../std/exit-codes.ts'
import { UsageError } from '../../../std/usage-error.ts'
import { agreeOnCriterion } from '../agree.ts'
import type { Command, CommandContext } from '../command.ts'
import { givenSettings, LOOP_FLAGS } from '../loop-flags.ts'
import { renderer } from '../render.ts'
import { onSecondSignal } from '../signals.ts'

export const run: Command = {
  summary:
    'Runs an agent in a loop, here, until the criterion holds. Without -c the criterion is inferred and confirmed.',
  usage: 'agent-loop run "<task>" [-c "<criterion>"] --agent-cmd "<command>"',
  flags: LOOP_FLAGS,

  async run(context) {
    const settings = await loadSettings(givenSettings(context.flags), context.env, treeOf(context.cwd))
    const task = taskFrom(context.positionals)
    const [first, ...others] = settings.agents
    const agents = [first ?? noAgent(), ...others] as const
    const { iterations, ...agreement } = await agreeOnCriterion(context, task, settings.completion)
    const limits =
      iterations === null || settings.iterationsGiven ? settings.limits : { ...settings.limits, iterations }
    const id = context.flags.text('loop-id')
    const loop = createAgentLoop({
      cwd: context.cwd,
      env: context.env,
      stateDirectory: settings.stateDirectory,
      emit: unlessClogged(context, context.json ? jsonLines(context) : renderer(context.out, coloured(context))),
      onWarning: message => context.err(`agent-loop: ${message}`),
      onKillSwitch: onSecondSignal,
    })
    const { outcome, spec } = await loop.run(
      {
        task,
        agents,
        limits,
        ...agreement,
        strategy: settings.strategy,
        checkWhen: settings.checkWhen,
        proof: settings.proof,
        hooks: { postIteration: settings.postIteration, onVerified: settings.onVerified },
        ...(id === undefined ? {} : { id }),
      },
      context.signal,
    )
    if (!context.json) context.out(`  more        ${loop.viewOf(spec.id)}`)
    return outcome ? exitCodeOf(outcome) : EXIT.gateBroken
  },
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
