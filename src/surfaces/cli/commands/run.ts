import { createAgentLoop } from '../../../agent-loop.ts'
import { treeOf } from '../../../host/tree.ts'
import type { LoopEvent } from '../../../loop/events.ts'
import { exitCodeOf } from '../../../loop/outcome.ts'
import { loadSettings } from '../../../settings/load.ts'
import { EXIT } from '../../../std/exit-codes.ts'
import type { Command, CommandContext } from '../command.ts'
import { givenSettings, LOOP_FLAGS } from '../loop-flags.ts'
import { loopRequest } from '../loop-request.ts'
import { renderer } from '../render.ts'
import { onSecondSignal } from '../signals.ts'

export const run: Command = {
  summary:
    'Runs an agent in a loop, here, until the criterion holds. Without -c the criterion is inferred and confirmed.',
  usage: 'agent-loop run "<task>" [-c "<criterion>"] --agent-cmd "<command>"',
  flags: LOOP_FLAGS,

  async run(context) {
    const settings = await loadSettings(givenSettings(context.flags), context.env, treeOf(context.cwd))
    const request = await loopRequest(context, settings)
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
