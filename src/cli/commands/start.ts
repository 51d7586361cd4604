import { showHandedOver } from '../../run/request/background.ts'
import { beginInBackground } from '../../run/request/begin-in-background.ts'
import type { Command, CommandContext } from '../../run/request/command.ts'
import { givenSettings, LOOP_FLAGS } from '../../run/request/loop-flags.ts'
import { loopRequest } from '../../run/request/loop-request.ts'
import { loadSettings } from '../../run/settings/load.ts'
import { treeOf } from '../../system/tree.ts'
import { showDryRun } from '../dry-run.ts'

export const start: Command = {
  summary:
    'Runs an agent in a loop in the background, until the criterion holds. It survives this terminal, and crashes; all is asked and refused here first.',
  usage: 'agent-loop start "<task>" [-c "<criterion>"] --agent-cmd "<command>"',
  flags: LOOP_FLAGS,
  run: startInBackground,
}

/** Everything that needs a person happens before the loop is handed over. */
export async function startInBackground(context: CommandContext): Promise<number> {
  const settings = await loadSettings(givenSettings(context.flags), context.env, treeOf(context.cwd))
  const { stateDirectory } = settings
  if (context.flags.has('dry-run'))
    await showDryRun(context, await loopRequest(context, settings), { stateDirectory, where: 'in the background' })
  else showHandedOver(context, await beginInBackground(context, settings))
  return 0
}
