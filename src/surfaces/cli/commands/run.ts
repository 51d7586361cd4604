import type { RunRequest } from '../../../drive/spec.ts'
import { treeOf } from '../../../host/tree.ts'
import { exitCodeOf } from '../../../loop/outcome.ts'
import type { LoopState } from '../../../loop/state.ts'
import { loadSettings } from '../../../settings/load.ts'
import { EXIT } from '../../../std/exit-codes.ts'
import { UsageError } from '../../../std/usage-error.ts'
import { agreeOnCriterion } from '../agree.ts'
import { askAboutRedBaseline } from '../ask.ts'
import type { Command, CommandContext } from '../command.ts'
import { givenSettings, LOOP_FLAGS } from '../loop-flags.ts'
import { watchLoop } from '../watch-loop.ts'

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
    const request: RunRequest = {
      task,
      agents,
      limits,
      ...agreement,
      strategy: settings.strategy,
      checkWhen: settings.checkWhen,
      proof: settings.proof,
      waive: settings.waive,
      quarantine: settings.quarantine,
      hooks: { postIteration: settings.postIteration, onVerified: settings.onVerified },
    }
    const state = await watchLoop(context, settings, { ...request, ...(id === undefined ? {} : { id }) })
    const choice = await redBaselineDecision(context, state)
    // The name stays with the loop that found it red.
    return codeOf(choice === null ? state : await watchLoop(context, settings, { ...request, ...choice }))
  },
}

const codeOf = ({ outcome }: LoopState): number => (outcome ? exitCodeOf(outcome) : EXIT.gateBroken)

/** Asked once, where somebody can answer; elsewhere the report has printed what to type. */
async function redBaselineDecision(
  { terminal, json }: CommandContext,
  state: LoopState,
): Promise<Pick<RunRequest, 'criterion' | 'expectNow'> | null> {
  const { outcome } = state
  const red = outcome?.kind === 'blocked' && outcome.because === 'red_baseline'
  return red && terminal && !json && process.stdin.isTTY ? await askAboutRedBaseline(state) : null
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
