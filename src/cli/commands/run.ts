import type { LoopState } from '../../loop/state.ts'
import { loopRequest } from '../../run/request/loop-request.ts'
import { ownWorktree } from '../../run/request/own-worktree.ts'
import { trustedSettings } from '../../run/request/trusted-settings.ts'
import type { RunRequest } from '../../run/run-request.ts'
import { SETTING_NAMES } from '../../run/settings/settings.ts'
import { askAboutRedBaseline } from '../ask.ts'
import type { Command, CommandContext } from '../command.ts'
import { showDryRun } from '../dry-run.ts'
import { canAsk } from '../person.ts'
import { retyped } from '../retype.ts'
import { taskArgument } from '../text-arguments.ts'
import { codeOf, watchLoop } from '../watch-loop.ts'
import { startInBackground } from './start.ts'

export const run: Command = {
  summary:
    'Runs an agent in a loop, in this terminal, until the work is verified. Without -c, agent-loop infers a criterion and asks you to confirm it.',
  usage: 'agent-loop run "<task>" [-c "<criterion>"] --agent-cmd "<command>"',
  settings: SETTING_NAMES.filter(name => !name.startsWith('fleet')),
  flags: {},

  async run(context) {
    const isRace = context.given.race !== undefined || context.given['race-cmd'] !== undefined
    if (context.given.external && !isRace) return await startInBackground(context)
    const settings = await trustedSettings(context)
    if (isRace) return await (await import('../race-run.ts')).runRace(context, settings)
    const { worktree, 'dry-run': dryRun, 'state-dir': stateDirectory, 'max-loops': maxLoops } = settings.values
    const request = await loopRequest(context, taskArgument(context, 'run'), settings)
    if (dryRun) {
      await showDryRun(context, request, {
        stateDirectory,
        where: worktree ? 'in its own worktree' : 'here',
        config: settings.config,
      })
      return 0
    }
    const place = worktree
      ? await ownWorktree(context, stateDirectory, request)
      : { cwd: context.cwd, stateDirectory, request, tidy: async () => {} }
    const watch = (asked: RunRequest): Promise<LoopState> =>
      watchLoop(
        { ...context, cwd: place.cwd },
        { stateDirectory: place.stateDirectory, maxLoops },
        {
          start: (loop, signal) => loop.run(asked, signal),
          retype: changes => retyped(asked.task, context, changes),
        },
      ).catch(async (error: unknown) => {
        await place.tidy(null)
        throw error
      })
    const state = await watch(place.request)
    const choice = await redBaselineDecision(context, state)
    if (choice === null) {
      await place.tidy(state)
      return codeOf(state)
    }
    // The id stays with the loop whose check failed at the start.
    const { id: _, ...again } = place.request
    return codeOf(await watch({ ...again, ...choice }))
  },
}

/** Asks once if there is a terminal. Without one, the report has printed the commands. */
async function redBaselineDecision(
  context: CommandContext,
  state: LoopState,
): Promise<Pick<RunRequest, 'criterion' | 'expectNow'> | null> {
  const { outcome } = state
  const red = outcome?.kind === 'blocked' && outcome.because === 'red_baseline'
  return red && canAsk(context) ? await askAboutRedBaseline(state) : null
}
