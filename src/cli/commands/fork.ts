import type { AgentConfig } from '../../agents/config.ts'
import type { LoopState } from '../../loop/state.ts'
import { findLoop } from '../../run/find-loop.ts'
import { openFork } from '../../run/fork/fork-loop.ts'
import { chooseAgents } from '../../run/request/choose-agents.ts'
import { layoutHere } from '../../run/request/overview.ts'
import { trustedSettings } from '../../run/request/trusted-settings.ts'
import type { RunRequest } from '../../run/run-request.ts'
import { givenValues, limitsIn } from '../../run/settings/values.ts'
import { nodeDisk } from '../../system/disk.ts'
import { argumentProblem } from '../argument-problems.ts'
import type { Command, CommandContext } from '../command.ts'
import { cliProblem } from '../problems.ts'
import { idRequired, inProjectOfLoop } from '../project-of-loop.ts'
import { retypedFrom } from '../retype.ts'
import { codeOf, watchLoop } from '../watch-loop.ts'

const USAGE = 'agent-loop fork <loop-id> [--from <turn>|best|start] [--agent NAME]'

export const fork: Command = {
  summary:
    'Starts a new loop from the files of any turn of another one, in its own worktree, with the same task and criterion. The original loop and its tree are not touched. The baseline is the start of the original loop, so the proof still finds earlier changes to checks.',
  usage: USAGE,
  settings: [
    ...(['agent', 'agent-cmd', 'model', 'permissions', 'max-iterations', 'timeout', 'max-cost', 'max-tokens'] as const),
    ...(['waive', 'trust-config', 'loop-id', 'state-dir'] as const),
  ],
  defaultsSay: 'as in the original loop',
  flags: {
    from: {
      takes: 'text',
      placeholder: 'TURN',
      says: 'the turn whose files to continue from: a number, best (fewest failures; the default), or start',
    },
  },

  async run(asked) {
    if (asked.positionals.length === 0) throw await idRequired(asked, 'fork {id} --from best')
    const context = await inProjectOfLoop(asked)
    const [id, extra] = context.positionals
    if (id === undefined || extra !== undefined) throw argumentProblem('loop-expected', { usage: USAGE })
    const [disk, layout] = [nodeDisk('private'), await layoutHere(context)]
    const { state } = await findLoop(disk, layout, id)
    if (state.spec.proves !== null || state.spec.check === null) throw cliProblem('cannot-be-forked', { id })
    const iteration = turnOf(context, state)
    const changes = await changesFor(context, state, iteration)
    const { env, err } = context
    const place = await openFork({ origin: state, iteration, changes }, { disk, layout, env, err })
    const end = await watchLoop(
      { ...context, cwd: place.cwd },
      { stateDirectory: place.stateDirectory },
      {
        start: (loop, signal) => loop.run(place.request, signal),
        retype: () => retypedFrom(state.spec),
      },
    ).catch(async (error: unknown) => {
      await place.tidy(null)
      throw error
    })
    await place.tidy(end)
    return codeOf(end)
  },
}

function turnOf({ flags }: CommandContext, { best }: LoopState): number {
  const from = flags.text('from') ?? 'best'
  if (from === 'start') return 0
  if (from === 'best') return best?.iteration ?? 0
  if (/^\d+$/.test(from)) return Number(from)
  throw argumentProblem('not-a-turn', { text: from, usage: USAGE })
}

/** What the flags change. The turn that puts the files in place is not one of the agent's. */
async function changesFor(
  context: CommandContext,
  { spec }: LoopState,
  iteration: number,
): Promise<Partial<RunRequest>> {
  const { given } = context
  const { waive = [], 'loop-id': id = null } = givenValues(given)
  const limits = { ...spec.limits, ...limitsIn(givenValues(given)) }
  return {
    agents: await agentsFor(context, spec),
    limits: iteration === 0 ? limits : { ...limits, iterations: limits.iterations + 1 },
    waive: [...spec.waive, ...waive],
    ...(id === null ? {} : { id }),
  }
}

async function agentsFor(context: CommandContext, spec: LoopState['spec']): Promise<RunRequest['agents']> {
  const { given } = context
  if (given.agent !== undefined || given['agent-cmd'] !== undefined)
    return await chooseAgents(context, await trustedSettings(context))
  const agents: readonly [AgentConfig, ...AgentConfig[]] = [spec.agent, ...spec.otherAgents]
  const unknown = agents.some(({ kind }) => kind === 'custom' || kind === 'host')
  if (unknown || given.model !== undefined || given.permissions !== undefined)
    throw cliProblem('fork-needs-agent', { id: spec.id })
  return agents
}
