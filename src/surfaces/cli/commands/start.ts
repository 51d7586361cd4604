import { createAgentLoop } from '../../../agent-loop.ts'
import { treeOf } from '../../../host/tree.ts'
import { loadSettings } from '../../../settings/load.ts'
import { handOver, jobFor } from '../background.ts'
import type { Command, CommandContext } from '../command.ts'
import { showDryRun } from '../dry-run.ts'
import { givenSettings, LOOP_FLAGS } from '../loop-flags.ts'
import { loopRequest } from '../loop-request.ts'

export const start: Command = {
  summary:
    'Runs an agent in a loop in the background, until the criterion holds. It survives this terminal, and crashes; all is asked and refused here first.',
  usage: 'agent-loop start "<task>" [-c "<criterion>"] --agent-cmd "<command>"',
  flags: LOOP_FLAGS,
  run: startInBackground,
}

/** Everything that needs a person happens before the loop is handed over. */
export async function startInBackground(context: CommandContext): Promise<number> {
  const { cwd, env } = context
  const settings = await loadSettings(givenSettings(context.flags), env, treeOf(cwd))
  const request = await loopRequest(context, settings)
  const { stateDirectory } = settings
  if (context.flags.has('dry-run')) {
    await showDryRun(context, request, stateDirectory)
    return 0
  }
  const { id } = await createAgentLoop({ cwd, env, stateDirectory }).rehearse(request)
  return await handOver(context, id, { kind: 'start', job: jobFor(context, id, stateDirectory), request })
}
