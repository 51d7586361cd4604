import type { LoopState } from '../../loop/state.ts'
import { askAboutRedBaseline } from '../../run/request/ask.ts'
import type { Command, CommandContext } from '../../run/request/command.ts'
import { givenSettings, LOOP_FLAGS, retyped } from '../../run/request/loop-flags.ts'
import { loopRequest } from '../../run/request/loop-request.ts'
import { ownWorktree } from '../../run/request/own-worktree.ts'
import { loadSettings } from '../../run/settings/load.ts'
import type { RunRequest } from '../../run/spec.ts'
import { treeOf } from '../../system/tree.ts'
import { showDryRun } from '../dry-run.ts'
import { codeOf, watchLoop } from '../watch-loop.ts'
import { startInBackground } from './start.ts'

export const run: Command = {
  summary:
    'Runs an agent in a loop, here, until the criterion holds. Without -c the criterion is inferred and confirmed.',
  usage: 'agent-loop run "<task>" [-c "<criterion>"] --agent-cmd "<command>"',
  flags: LOOP_FLAGS,

  async run(context) {
    if (context.flags.has('external')) return await startInBackground(context)
    const settings = await loadSettings(givenSettings(context.flags), context.env, treeOf(context.cwd))
    const request = await loopRequest(context, settings)
    if (context.flags.has('dry-run')) {
      await showDryRun(context, request, { stateDirectory: settings.stateDirectory, where: 'here' })
      return 0
    }
    const place = settings.worktree
      ? await ownWorktree(context, settings.stateDirectory, request)
      : { cwd: context.cwd, stateDirectory: settings.stateDirectory, request, tidy: async () => {} }
    const watch = (asked: RunRequest): Promise<LoopState> =>
      watchLoop(
        { ...context, cwd: place.cwd },
        { ...settings, stateDirectory: place.stateDirectory },
        {
          begin: (loop, signal) => loop.run(asked, signal),
          retype: changes => retyped(asked.task, context.flags, changes),
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
    // The name stays with the loop that found it red.
    const { id: _, ...again } = place.request
    return codeOf(await watch({ ...again, ...choice }))
  },
}

/** Asked once, where somebody can answer; elsewhere the report has printed what to type. */
async function redBaselineDecision(
  { terminal, json }: CommandContext,
  state: LoopState,
): Promise<Pick<RunRequest, 'criterion' | 'expectNow'> | null> {
  const { outcome } = state
  const red = outcome?.kind === 'blocked' && outcome.because === 'red_baseline'
  return red && terminal && !json && process.stdin.isTTY ? await askAboutRedBaseline(state) : null
}
